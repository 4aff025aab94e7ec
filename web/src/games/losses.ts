/** What decisions lost, as rows of bars: mine beside the levels', by part of the deal or matter. */

import { t } from '../i18n';
import { MATTERS } from '../review/mistakes';
import type { Estimate, FamilyLosses, LossPoint, LossReport, LossTable } from '../wire/types';

export const PARTS = ['lead', 'follow', 'discard', 'pass', 'expose', 'moon'] as const;

/** Of the marks of the levels, in the order in which they are told. */
export const LEVEL_COLOURS = ['var(--pig)', 'var(--brass-deep)', 'var(--gain)', 'var(--ink-2)'];

export type Part = (typeof PARTS)[number];

export interface Mark {
  level: string;
  mean: number;
}

/** One bar, with what the levels lose on the same scale. */
export interface Row {
  key: string;
  own: Estimate;
  /** Decisions behind it, where they are of a kind of their own. */
  decisions: number | null;
  levels: Mark[];
}

const NOTHING: Estimate = { mean: 0, low: 0, high: 0 };

/** The report of a rule set, or of the whole game; undefined where nothing was reviewed. */
export function reportOf(
  losses: readonly FamilyLosses[],
  family: string,
  key: string,
): { report: LossReport; levels: FamilyLosses['levels'] } | undefined {
  const found = losses.find((each) => each.family === family);
  const report = key ? found?.rule_sets.find((each) => each.key === key) : found?.whole;
  return found && report && { report, levels: found.levels };
}

/** The decisions of each part of the deal. */
export function partRows(own: LossTable, levels: FamilyLosses['levels']): Row[] {
  return PARTS.filter((part) => own.parts[part]).map((part) => ({
    key: part,
    own: own.parts[part]!.average,
    decisions: own.parts[part]!.decisions,
    levels: levels.flatMap(({ level, points }) => {
      const found = points.parts[part];
      return found ? [{ level, mean: found.average.mean }] : [];
    }),
  }));
}

/** The mistakes by matter, in one part of the deal or in all of it. */
export function matterRows(own: LossTable, levels: FamilyLosses['levels'], part: Part | ''): Row[] {
  const figures = (table: LossTable) => (part ? table.parts[part] : table.total);
  const mine = figures(own);
  const tables = levels.map(({ level, points }) => ({ level, figures: figures(points) }));
  return MATTERS.filter(
    (matter) =>
      mine?.matters[matter] || tables.some(({ figures }) => figures?.matters[matter] !== undefined),
  ).map((matter) => ({
    key: matter,
    own: mine?.matters[matter] ?? NOTHING,
    decisions: null,
    levels: tables.flatMap(({ level, figures }) =>
      figures ? [{ level, mean: figures.matters[matter]?.mean ?? 0 }] : [],
    ),
  }));
}

/** The end of a scale that holds the bars and the levels, but not the last bit of a wide interval. */
export function scaleOf(rows: readonly Row[]): number {
  const most = Math.max(
    ...rows.map(({ own, levels }) => Math.max(own.mean, ...levels.map(({ mean }) => mean))),
    ...rows.map(({ own }) => Math.min(own.high, 2 * own.mean)),
  );
  return most > 0 ? most : 1;
}

/** A loss: "12", "3.4", "0.05". */
export function lossSize(size: number): string {
  if (size >= 9.95) return size.toFixed(0);
  return size >= 0.995 || size === 0 ? size.toFixed(size === 0 ? 0 : 1) : size.toFixed(2);
}

/** An interval: "8.1 to 17". */
export function lossInterval({ low, high }: Estimate): string {
  return t('common.from_to', { low: lossSize(low), high: lossSize(high) });
}

/** A level's line across the course, with the place of its name, which keeps off the others'. */
export interface Across extends Mark {
  labelled: number;
}

const ROOM = 0.075;

/** The ticks of the course's scale, and the levels that lie on it. */
export function courseOf(
  course: readonly LossPoint[],
  marks: readonly Mark[],
): { ticks: number[]; shown: Across[] } {
  const means = course.map(({ average }) => average.mean);
  const highs = course.map(({ average }) => Math.min(average.high, 2 * average.mean));
  const most = Math.max(...means, ...highs);
  // A level far above would flatten the line.
  const within = marks.filter(({ mean }) => mean <= 1.6 * most);
  const end = Math.max(most, ...within.map(({ mean }) => mean), 1e-9);
  const power = 10 ** Math.floor(Math.log10(end / 4));
  const step = [1, 2, 5, 10].map((n) => n * power).find((n) => end / n <= 5)!;
  const count = Math.ceil(end / step);
  const ticks = Array.from({ length: count + 1 }, (_, n) => Number((n * step).toPrecision(3)));
  const shown: Across[] = [];
  for (const mark of [...within].sort((one, other) => one.mean - other.mean)) {
    const before = shown.at(-1)?.labelled ?? -Infinity;
    shown.push({ ...mark, labelled: Math.max(mark.mean, before + ROOM * ticks.at(-1)!) });
  }
  return { ticks, shown };
}
