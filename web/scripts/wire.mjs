/**
 * Writes `src/wire/types.ts`: the server's messages and bodies that the client names, with all that
 * they refer to, as TypeScript, out of the JSON schema that `python -m gongzhu.server.protocol schema`
 * prints. With `--check` it writes nothing and fails when the file is out of date.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { compile } from 'json-schema-to-typescript';
import prettier from 'prettier';

const root = fileURLToPath(new URL('../..', import.meta.url));
const out = fileURLToPath(new URL('../src/wire/types.ts', import.meta.url));

const printed = execFileSync('.venv/bin/python', ['-m', 'gongzhu.server.protocol', 'schema'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 1 << 26,
});
const { $defs, sent_whole } = JSON.parse(printed);

const src = fileURLToPath(new URL('../src/', import.meta.url));
const client = readdirSync(src, { recursive: true })
  .filter((file) => /\.(ts|svelte)$/.test(file) && src + file !== out)
  .map((file) => readFileSync(src + file, 'utf8'));
const words = new Set(client.join('\n').match(/\w+/g));
// A set is gone through with whatever is added on the way.
const wanted = new Set(Object.keys($defs).filter((name) => words.has(name)));
for (const name of wanted)
  for (const [, other] of JSON.stringify($defs[name]).matchAll(/"#\/\$defs\/(\w+)"/g))
    wanted.add(other);
const sent = Object.entries($defs).filter(([name]) => wanted.has(name));

// A field with a default may be left out by who writes to the server, never by the server itself.
for (const name of sent_whole) {
  const { properties } = $defs[name];
  $defs[name].required = Object.keys(properties).filter(
    (key) => 'default' in properties[key] || $defs[name].required?.includes(key),
  );
}

/** Beside a reference only the reference itself: anything else would make a second type of it. */
function bare(schema) {
  if (Array.isArray(schema)) return schema.map(bare);
  if (typeof schema !== 'object' || schema === null) return schema;
  if ('$ref' in schema) return { $ref: schema.$ref };
  if ('prefixItems' in schema) return { tsType: `[${schema.prefixItems.map(typeOf).join(', ')}]` };
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, bare(value)]));
}

/** What stands in a place of a list with fixed places, which the compiler does not know. */
function typeOf(schema) {
  if ('$ref' in schema) return schema.$ref.split('/').at(-1);
  return { integer: 'number', number: 'number', string: 'string', boolean: 'boolean' }[schema.type];
}

const types = await compile({ $defs: bare(Object.fromEntries(sent)) }, 'Wire', {
  additionalProperties: false,
  bannerComment: '/** Made by `npm run wire` out of the server’s schema. */',
  format: false,
  ignoreMinAndMaxItems: true,
  unreachableDefinitions: true,
});
const lines = types
  .replace(/export interface Wire \{[^}]*\}\n/, '')
  .replace(
    /( ?\* ?\n)? ?\* This interface was referenced by `Wire`'s JSON-Schema\n ?\* via .*\n/g,
    '',
  )
  .replace(/\/\*\*?\s*\*\/\n/g, '');
const version = $defs.Hello.properties.version.default;
const constants = `/** Of the protocol of tables. */\nexport const VERSION = ${version};\n`;
const text = await prettier.format(lines.replace('*/\n', `*/\n\n${constants}`), {
  ...(await prettier.resolveConfig(out)),
  parser: 'typescript',
});

if (!process.argv.includes('--check')) writeFileSync(out, text);
else if (readFileSync(out, 'utf8') !== text) {
  console.error('web/src/wire/types.ts is out of date: npm --prefix web run wire');
  process.exit(1);
}
