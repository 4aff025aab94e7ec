/** Passkeys of the browser: what the server asks, and what authenticators answer, as JSON. */

import { t } from '../i18n';
import { api, faultText } from '../net/api';
import type { Account, Me, PasskeyRequest, SignInByPasskey } from '../wire/types';

/** No passkey came of it; `message` can be shown as it is. */
export class PasskeyFault extends Error {
  override readonly name = 'PasskeyFault';
}

/** Why signing in, or showing who one is, did not work. */
export function signInFault(error: unknown): string {
  return error instanceof PasskeyFault ? error.message : faultText(error);
}

/** Whether this browser has passkeys at all. */
export function hasPasskeys(): boolean {
  return typeof PublicKeyCredential !== 'undefined' && 'credentials' in navigator;
}

/** Make a passkey of this player. Raises PasskeyFault and ApiError. */
export async function addPasskey(name: string): Promise<Account> {
  const asked = await api.newPasskey();
  const made = await given('account.passkey_not_made', () =>
    navigator.credentials.create({
      publicKey: {
        ...asked,
        challenge: bytesOf(asked.challenge),
        user: { ...asked.user, id: bytesOf(asked.user.id) },
        pubKeyCredParams: asked.pubKeyCredParams.map(({ alg }) => ({ alg, type: 'public-key' })),
        excludeCredentials: asked.excludeCredentials.map(({ id }) => ({
          id: bytesOf(id),
          type: 'public-key',
        })),
      },
    }),
  );
  const response = made.response as AuthenticatorAttestationResponse;
  return api.addPasskey({
    name,
    credential: {
      id: made.id,
      response: {
        clientDataJSON: textOf(response.clientDataJSON),
        attestationObject: textOf(response.attestationObject),
      },
    },
  });
}

/** Become the player whose passkey is chosen. Raises PasskeyFault and ApiError. */
export async function signInByPasskey(): Promise<Me> {
  return api.signInByPasskey({ credential: await shown(await api.askForPasskey()) });
}

/** Show by a passkey of one's own that one is this player. Raises PasskeyFault and ApiError. */
export async function proveByPasskey(): Promise<Me> {
  return api.proveByPasskey({ credential: await shown(await api.askForProof()) });
}

async function shown(asked: PasskeyRequest): Promise<SignInByPasskey['credential']> {
  const found = await given('account.passkey_failed', () =>
    navigator.credentials.get({
      publicKey: {
        ...asked,
        challenge: bytesOf(asked.challenge),
        allowCredentials: (asked.allowCredentials ?? []).map(({ id }) => ({
          id: bytesOf(id),
          type: 'public-key',
        })),
      },
    }),
  );
  const response = found.response as AuthenticatorAssertionResponse;
  return {
    id: found.id,
    response: {
      clientDataJSON: textOf(response.clientDataJSON),
      authenticatorData: textOf(response.authenticatorData),
      signature: textOf(response.signature),
      userHandle: response.userHandle === null ? '' : textOf(response.userHandle),
    },
  };
}

/** The credential that comes of asking; `failed`: the words for none. */
async function given(
  failed: 'account.passkey_failed' | 'account.passkey_not_made',
  ask: () => Promise<Credential | null>,
): Promise<PublicKeyCredential> {
  try {
    const found = await ask();
    if (found !== null) return found as PublicKeyCredential;
  } catch (error) {
    const known = error instanceof DOMException && error.name === 'InvalidStateError';
    throw new PasskeyFault(t(known ? 'account.passkey_known' : failed));
  }
  throw new PasskeyFault(t(failed));
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

function textOf(data: ArrayBuffer): string {
  const plain = String.fromCharCode(...new Uint8Array(data));
  return btoa(plain).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
