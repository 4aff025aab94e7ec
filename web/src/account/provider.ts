/** The way to the provider of an account elsewhere, and back. */

import { api } from '../net/api';
import type { BeginProvider } from '../wire/types';

/** Leave for the provider's page, which leads back to `/sign-in`. Raises ApiError. */
export async function goToProvider(purpose: BeginProvider['purpose']): Promise<void> {
  const { url } = await api.beginProvider({ purpose });
  location.assign(url);
}
