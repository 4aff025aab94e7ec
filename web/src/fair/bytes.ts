/** The encodings of GZH1: bytes that are hashed, and 32 bytes written as 64 digits. */

import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js';

const HEX32 = /^[0-9a-f]{64}$/;
const TABLE_NAME = /^[A-Za-z0-9_-]{1,64}$/;

/** Whether a text is 32 bytes, written as the protocol writes them. */
export function isHex32(text: unknown): text is string {
  return typeof text === 'string' && HEX32.test(text);
}

/** Whether a text can be a table's name. */
export function isTableName(text: unknown): text is string {
  return typeof text === 'string' && TABLE_NAME.test(text);
}

const encoder = new TextEncoder();

/** The bytes of a text of ASCII characters, without a length before them. */
export function ascii(text: string): Uint8Array {
  return encoder.encode(text);
}

/** `text(t)`: the length in one byte, then the characters. */
export function text(value: string): Uint8Array {
  return concatBytes(Uint8Array.of(value.length), ascii(value));
}

/** `u32(n)`: four bytes, the most significant one first. */
export function u32(value: number): Uint8Array {
  return Uint8Array.of(value >>> 24, value >>> 16, value >>> 8, value);
}

/** The 32 bytes that 64 digits stand for; throws for anything else. */
export function bytes32(hex: string): Uint8Array {
  if (!isHex32(hex)) throw new RangeError(`not 64 digits of 0-9 a-f: ${hex}`);
  return hexToBytes(hex);
}

/** SHA-256 over a tag and the parts after it, in digits. */
export function tagged(tag: string, ...parts: Uint8Array[]): string {
  return bytesToHex(sha256(concatBytes(text(tag), ...parts)));
}
