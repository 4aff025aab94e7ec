import { mount } from 'svelte';
import App from './App.svelte';
import { startLanguage } from './i18n';
import { fileLost } from './net/lost-file.svelte';
import './theme.css';
import { keepPages } from './ui/offline.svelte';

// The network failed, or a newer version is served by now.
addEventListener('vite:preloadError', () => void fileLost());

// English stays where the texts of another language were lost.
await startLanguage().catch(() => undefined);
mount(App, { target: document.getElementById('app')! });

if (import.meta.env.PROD) void keepPages();
