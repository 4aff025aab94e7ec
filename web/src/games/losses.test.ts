import { describe, expect, it } from 'vitest';
import type { Estimate, FamilyLosses, LossPoint, LossReport, LossTable } from '../wire/types';
import { courseOf, lossSize, matterRows, partRows, reportOf, scaleOf } from './losses';

const around = (mean: number, half = mean / 4): Estimate => ({
  mean,
  low: mean - half,
  high: mean + half,
});

const table = (mean: number): LossTable => ({
  deals: 40,
  total: {
    decisions: 400,
    best: 200,
    loss: 400 * mean,
    average: around(mean),
    matters: { pig: around(mean / 2), hearts: around(mean / 4) },
  },
  parts: {
    discard: {
      decisions: 100,
      best: 50,
      loss: 100 * mean,
      average: around(mean),
      matters: { pig: around(mean) },
    },
    lead: { decisions: 100, best: 50, loss: 100 * mean, average: around(mean), matters: {} },
  },
});

const levels: FamilyLosses['levels'] = [
  { level: 'novice', points: table(40) },
  { level: 'strong', points: table(3) },
];
const report = (key: string): LossReport => ({
  key,
  games: 4,
  points: table(10),
  chance: null,
  course: [],
});
const losses: FamilyLosses[] = [
  {
    family: 'gongzhu',
    preset: 'gongzhu-pagat',
    whole: report(''),
    rule_sets: [report('own')],
    levels,
  },
];

describe('what decisions lost', () => {
  it('is found by game and rule set', () => {
    expect(reportOf(losses, 'gongzhu', '')?.report.key).toBe('');
    expect(reportOf(losses, 'gongzhu', 'own')?.report.key).toBe('own');
    expect(reportOf(losses, 'gongzhu', 'other')).toBeUndefined();
    expect(reportOf(losses, 'hearts', '')).toBeUndefined();
  });

  it('stands beside the levels in each part of the deal', () => {
    const rows = partRows(table(10), levels);
    expect(rows.map(({ key }) => key)).toEqual(['lead', 'discard']);
    expect(rows[0]!.levels).toEqual([
      { level: 'novice', mean: 40 },
      { level: 'strong', mean: 3 },
    ]);
    expect(scaleOf(rows)).toBe(40);
  });

  it('is told by matter, also where nothing was lost', () => {
    expect(matterRows(table(10), levels, '').map(({ key }) => key)).toEqual(['pig', 'hearts']);
    const [pig] = matterRows(table(10), levels, 'lead');
    expect(pig).toBeUndefined();
    expect(matterRows(table(10), levels, 'discard')[0]!.own.mean).toBe(10);
  });

  it('leaves levels out of the course that would flatten it, and keeps names apart', () => {
    const course: LossPoint[] = [{ game: 'a', finished: 0, average: around(10) }];
    const { ticks, shown } = courseOf(course, [
      { level: 'novice', mean: 40 },
      { level: 'strong', mean: 3 },
      { level: 'master', mean: 2.9 },
    ]);
    expect(ticks).toEqual([0, 5, 10, 15]);
    expect(shown.map(({ level }) => level)).toEqual(['master', 'strong']);
    expect(shown[1]!.labelled - shown[0]!.labelled).toBeGreaterThan(1);
  });

  it('is written with two digits', () => {
    expect([0, 0.054, 1, 3.44, 9.97, 51.2].map(lossSize)).toEqual([
      '0',
      '0.05',
      '1.0',
      '3.4',
      '10',
      '51',
    ]);
  });
});
