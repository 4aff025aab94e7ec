import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.svelte'))
  .map((name) => `src/${name}`);

const withoutStyles = (text: string) => text.replace(/<style>[\s\S]*?<\/style>/g, '');

// The server's policy forbids inline styles and scripts; `style:name={value}` is not one of them.
test.each([...sources, 'index.html'])('%s keeps to the content security policy', (name) => {
  const text = withoutStyles(readFileSync(join(root, name), 'utf8'));
  expect(text.match(/\sstyle=|\{@html|\son\w+="/g)).toBeNull();
});

test('colours stand in the theme alone', () => {
  const named = sources.filter((name) =>
    /#[0-9a-f]{3,8}\b(?=\s*[;,)])/i.test(readFileSync(join(root, name), 'utf8')),
  );
  expect(named).toEqual([]);
});
