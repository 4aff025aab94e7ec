import { configure } from '@testing-library/svelte';
import { afterAll, vi } from 'vitest';

// happy-dom has no dialogs and popovers that open: enough of them for components to be mounted.
HTMLElement.prototype.showPopover ??= function () {};
HTMLElement.prototype.hidePopover ??= function () {};

// Pages compile as they are first used, which takes seconds on a busy machine.
configure({ asyncUtilTimeout: 20_000 });

// The files of one process share its window: each leaves it as it was found.
afterAll(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  document.body.replaceChildren();
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, '', '/');
});
