/** The kinds of files that people have from this program, told apart by how they begin. */

import { t } from '../i18n';

export type FileKind = 'records' | 'evidence' | 'scorebook' | 'rules';

/** Characters of a file that show its kind. */
const LOOKED_AT = 4096;

const SIGNS: Record<FileKind, RegExp> = {
  evidence: /^\{\s*"protocol"\s*:\s*"GZH/,
  scorebook: /^\{\s*"program"\s*:\s*"gongzhu score"/,
  records: /^(\{\s*"format"\s*:\s*\d|\[\s*(Format|Event|Date|Rules)\s+")/,
  rules: /^(\s*#[^\n]*\n)*\s*(preset|name|family)\s*=/,
};

/** The kind of a file with this text; null for one that is none of them. */
export function fileKind(text: string): FileKind | null {
  const start = text
    .slice(0, LOOKED_AT)
    .replace(/^\ufeff/, '')
    .trimStart();
  for (const [kind, sign] of Object.entries(SIGNS)) if (sign.test(start)) return kind as FileKind;
  return null;
}

/** A sentence on a file that is of another kind than is wanted; null where there is none to say. */
export function otherKind(text: string, wanted: FileKind): string | null {
  const found = fileKind(text);
  return found === null || found === wanted ? null : t(`common.file_${found}`);
}

/** The same of a file, of which only the beginning is read. */
export async function otherFile(file: File, wanted: FileKind): Promise<string | null> {
  const start = await file
    .slice(0, LOOKED_AT)
    .text()
    .catch(() => '');
  return otherKind(start, wanted);
}
