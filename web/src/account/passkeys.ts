/** Passkeys of the browser: what the server asks, and what authenticators answer, as JSON. */

import { t } from '../i18n';
import { api } from '../net/api';
import type { Account, Me } from '../wire/types';

/** No passkey came of it; `message` can be shown as it is. */
export class PasskeyFault extends Error {
  override readonly name = 'PasskeyFault';
}

/** Whether this browser has passkeys at all. */
export function hasPasskeys(): boolean {
  return typeof PublicKeyCredential !== 'undefined' && 'credentials' in navigator;
}

/** Make a passkey of this player. Raises PasskeyFault and ApiError. */
export async function addPasskey(name: string): Promise<Account> {
  const asked = await api.newPasskey();
  const made = await given(() =>
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
  const asked = await api.askForPasskey();
  const shown = await given(() =>
    navigator.credentials.get({ publicKey: { ...asked, challenge: bytesOf(asked.challenge) } }),
  );
  const response = shown.response as AuthenticatorAssertionResponse;
  return api.signInByPasskey({
    credential: {
      id: shown.id,
      response: {
        clientDataJSON: textOf(response.clientDataJSON),
        authenticatorData: textOf(response.authenticatorData),
        signature: textOf(response.signature),
        userHandle: response.userHandle === null ? '' : textOf(response.userHandle),
      },
    },
  });
}

async function given(ask: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  try {
    const found = await ask();
    if (found !== null) return found as PublicKeyCredential;
  } catch (error) {
    const known = error instanceof DOMException && error.name === 'InvalidStateError';
    throw new PasskeyFault(t(known ? 'account.passkey_known' : 'account.passkey_failed'));
  }
  throw new PasskeyFault(t('account.passkey_failed'));
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

function textOf(data: ArrayBuffer): string {
  const plain = String.fromCharCode(...new Uint8Array(data));
  return btoa(plain).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
