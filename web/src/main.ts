import { mount } from 'svelte';
import App from './App.svelte';
import { startLanguage } from './i18n';
import './theme.css';
import { keepPages } from './ui/offline.svelte';

// A page of a version that is no longer served: take the new one, once in a while at most.
addEventListener('vite:preloadError', (event) => {
  const KEY = 'gongzhu.reloaded';
  const before = Number(sessionStorage.getItem(KEY) ?? 0);
  if (!navigator.onLine || Date.now() - before < 60_000) return;
  sessionStorage.setItem(KEY, String(Date.now()));
  event.preventDefault();
  location.reload();
});

await startLanguage();
mount(App, { target: document.getElementById('app')! });

if (import.meta.env.PROD) void keepPages();
