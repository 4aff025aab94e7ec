import { expect, test } from 'vitest';
import evidence from '../verify/example.jsonl?raw';
import { fileKind, otherKind } from './file-kind';

const records = '[Format "1"]\n[Event "Friday evening"]\n';
const scorebook = '{\n  "program": "gongzhu score",\n  "format": 1,\n';

test('every kind is known by how it begins', () => {
  expect(fileKind(records)).toBe('records');
  expect(fileKind('{"format":1,"preset":"gongzhu-pagat"}')).toBe('records');
  expect(fileKind(evidence)).toBe('evidence');
  expect(fileKind(scorebook)).toBe('scorebook');
  expect(fileKind('# ours\npreset = "gongzhu-pagat"\n')).toBe('rules');
});

test('anything else is of no kind, and nothing is said of it', () => {
  for (const text of ['', 'Dear all,', '{}', '[]', '{"program":"other"}']) {
    expect(fileKind(text)).toBeNull();
    expect(otherKind(text, 'records')).toBeNull();
  }
});

test('a file in the wrong place is sent to the right one', () => {
  expect(otherKind(evidence, 'evidence')).toBeNull();
  expect(otherKind(evidence, 'records')).toContain('evidence');
  expect(otherKind(records, 'evidence')).toContain('Replay');
});
