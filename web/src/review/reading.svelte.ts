/** Where somebody stands who reads a review, what is seen from there, and the ways to elsewhere. */

import { tick } from 'svelte';
import { t } from '../i18n';
import { trickAway } from '../replay/stepping';
import { cardText, stepsOf, viewsOf } from '../replay/story';
import type { DealEvent, RuleSet } from '../table/wire';
import { announce } from '../ui/announce.svelte';
import type { Spot } from './address';
import { chosenOf, mistakesOf, nextMistake, type Chosen } from './mistakes';
import { placeAt, placesOf, stepOf, trickOf } from './places';
import type { Reviewed } from './session.svelte';
import { imagined } from './what-if';
import { saidText, whereText } from './words';
import type { Line } from './wire';

export class Reading {
  readonly reviewed: Reviewed;
  /** The deal, from 1. */
  deal = $state(1);
  /** What had been done in it before, as the engine counts. */
  ply = $state(0);
  /** Who was wanted at the bottom; null: whoever is judged. */
  wanted: number | null = $state(null);
  /** Only what the seat at the bottom knew is shown. */
  eyes = $state(false);
  /** The deal goes on by itself. */
  playing = $state(false);
  /** The mistakes that are listed. */
  chosen: Chosen = $state.raw({ deal: 1, seat: null, class: null, matter: null });
  /** The continuation that is shown in place of what was played, and how far it has come. */
  line = $state.raw<{ place: Line['place']; step: number } | null>(null);

  constructor(reviewed: Reviewed, { deal, ply, seat, eyes }: Spot) {
    this.reviewed = reviewed;
    this.deal = Math.min(reviewed.count, deal);
    this.ply = ply;
    this.wanted = seat;
    this.eyes = eyes;
    this.wanted ??= reviewed.seat;
    this.chosen = { ...this.chosen, deal: this.deal, seat: reviewed.seat };
  }

  readonly sheet = $derived.by(() => this.reviewed.sheets.get(this.deal));
  readonly review = $derived.by(() => this.reviewed.reviews.get(this.deal));
  readonly record = $derived(this.sheet?.record);
  readonly rules = $derived(this.record?.rules as RuleSet | undefined);
  readonly names: readonly string[] = $derived(this.record?.players ?? []);
  readonly players = $derived(Math.max(1, this.names.length));
  readonly #events = $derived((this.sheet?.events ?? []) as DealEvent[]);
  readonly #steps = $derived(stepsOf(this.#events));
  /** The deal as each seat saw it, step by step. */
  readonly views = $derived(this.rules ? viewsOf(this.rules, this.#events, this.#steps) : []);

  readonly places = $derived(
    this.record ? placesOf(this.record, this.review?.decisions ?? []) : [],
  );
  readonly at = $derived(placeAt(this.places, this.ply));
  readonly place = $derived(this.places[this.at]);
  /** The place in tricks along the deal. */
  readonly trick = $derived(this.place ? trickOf(this.place, this.players) : 0);
  readonly decision = $derived(
    this.review?.decisions.find((each) => each.ply === this.place?.ply) ?? null,
  );
  /** Who sits at the bottom. */
  readonly bottom = $derived(
    Math.min(this.wanted ?? this.place?.seat ?? 0, Math.max(0, this.names.length - 1)),
  );
  /** Only one's own choices are told to who looks with one's eyes. */
  readonly secret = $derived(
    this.eyes && this.place?.seat !== null && this.place?.seat !== this.bottom,
  );

  readonly mistakes = $derived.by(() =>
    mistakesOf(this.reviewed.reviews).filter(
      (mistake) => !this.eyes || mistake.decision.seat === this.bottom,
    ),
  );
  /** Those that are listed, and where this deal has none, those of the whole game. */
  readonly listed = $derived.by(() => {
    const all = chosenOf(this.mistakes, { ...this.chosen, deal: null });
    const here = all.filter(({ deal }) => deal === this.deal);
    return this.chosen.deal !== null && here.length > 0 ? here : all;
  });

  /** The continuation that is shown. */
  readonly shownLine = $derived(
    this.line && !this.secret
      ? (this.decision?.lines.find((each) => each.place === this.line!.place) ?? null)
      : null,
  );
  readonly #frames = $derived(
    this.shownLine && this.rules && this.place
      ? imagined(this.rules, this.views[stepOf(this.#steps, this.place)]!, this.shownLine)
      : [],
  );
  /** What lies on the board of it. */
  readonly frame = $derived(this.#frames[Math.min(this.line?.step ?? 0, this.#frames.length - 1)]);
  /** The board that is shown, as each seat sees it. */
  readonly board = $derived(
    this.frame?.views ?? (this.place ? this.views[stepOf(this.#steps, this.place)] : undefined),
  );

  /** The step that is shown, of the deal or of the continuation. */
  readonly now = $derived(this.line ? this.line.step : this.at);
  readonly last = $derived(this.line ? this.#frames.length - 1 : this.places.length - 1);
  /** Where that is, in words. */
  readonly where = $derived.by(() => {
    if (!this.place) return '';
    if (this.line && this.rules && this.now > 0)
      return cardText(this.rules, this.place.play + this.now - 1);
    return whereText(this.place, this.record);
  });

  /** To a step, of the deal or of the continuation. */
  go(to: number): void {
    if (this.line) {
      this.line = { ...this.line, step: Math.min(this.last, Math.max(0, to)) };
      return;
    }
    const next = this.places[Math.min(this.places.length - 1, Math.max(0, to))];
    if (!next) return;
    this.ply = next.ply;
    const found = this.review?.decisions.find((each) => each.ply === next.ply) ?? null;
    const hidden = this.eyes && next.seat !== this.bottom;
    const verdict = saidText(next, this.record, found, hidden);
    announce(t('review.said', { where: whereText(next, this.record), verdict }));
  }

  /** To the beginning of the trick before, or of the one after. */
  goTrick(by: 1 | -1): void {
    if (this.line) this.go(this.line.step + by * this.players);
    else this.go(trickAway(this.places, this.at, this.players, by));
  }

  /** To the place that lies so many tricks along the deal. */
  goAlong(to: number): void {
    this.line = null;
    const play = Math.round(to * this.players);
    const found = this.places.findIndex((each) => each.kind === 'play' && each.play >= play);
    this.go(found < 0 ? this.places.length - 1 : found);
  }

  /** To another deal of the game, if there is one of that number. */
  show(deal: number, ply = 0): void {
    if (deal < 1 || deal > this.reviewed.count) return;
    this.line = null;
    this.playing = false;
    this.deal = deal;
    this.ply = ply;
    if (this.chosen.deal !== null) this.chosen = { ...this.chosen, deal };
  }

  /** To a decision of somebody, who then sits at the bottom. */
  visit(deal: number, ply: number, seat: number): void {
    this.show(deal, ply);
    this.wanted = seat;
    void tick().then(() => {
      if (this.place) this.go(this.at);
    });
  }

  /** To the next mistake, or the one before; true if there is one. */
  visitMistake(by: 1 | -1): boolean {
    const next = nextMistake(this.listed, this.deal, this.ply, by);
    if (next) this.visit(next.deal, next.decision.ply, next.decision.seat);
    return next !== null;
  }

  /** Show a continuation; null: what was played. */
  showLine(place: Line['place'] | null): void {
    this.playing = false;
    this.line = place === null ? null : { place, step: 1 };
  }
}
