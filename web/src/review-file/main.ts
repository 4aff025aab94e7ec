/** The review that `gongzhu review --html` wrote into this very page, shown. */

import { mount } from 'svelte';
import { startLanguage } from '../i18n';
import { settings } from '../settings.svelte';
import '../theme.css';
import FileApp from './FileApp.svelte';
import type { Written } from './reviewed.svelte';

const written = JSON.parse(document.getElementById('written')!.textContent) as Written;
if (settings.language === 'auto') settings.language = written.lang;
void startLanguage().then(() =>
  mount(FileApp, { target: document.getElementById('app')!, props: { written } }),
);
