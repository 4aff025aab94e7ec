/** What happens at the table in words, for whoever listens to it. */

import { cardName, t } from '../i18n';
import { pointCards, sidesOf } from '../scoring/rules';
import { signed } from '../scoring/words';
import type { Moment } from './moments/moment';
import { cardNames, nameOf, youOr } from './names';
import { giverOf, receiverOf, slamAmount } from './running';
import { shownOrder } from './selection';
import type { Ask, DealEvent, Fact, TableView } from './wire';

/** The sentences for a fact; `before` and `after` are the views around it. */
export function tellFact(fact: Fact, before: TableView, after: TableView): string[] {
  const { state, seat: me } = after;
  switch (fact.type) {
    case 'happened':
      return tellEvent(fact.event, before, after);
    case 'deal_scored': {
      const scores = sidesOf(state.settings.rules).map((side, place) =>
        t('say.score', {
          name: side.map((seat) => youOr(state, seat, me)).join(' + '),
          points: signed(fact.totals[place]! - (before.state.totals[place] ?? 0)),
          total: signed(fact.totals[place]!),
        }),
      );
      return [t('say.scored', { scores: scores.join('; ') })];
    }
    case 'game_ended':
      return [t('say.game_over')];
    case 'sat':
    case 'bot_sat':
      return fact.seat === me ? [] : [t('say.sat', { name: fact.name })];
    case 'left': {
      if (fact.seat === me) return [];
      const name = nameOf(before.state, fact.seat);
      const playsOn = state.seats[fact.seat]?.left;
      return [playsOn ? t('say.left_game', { name }) : t('say.left', { name })];
    }
    case 'knocked':
      return [t('say.knocked', { name: fact.name })];
    case 'stopped_waiting': {
      const { name } = before.state.waiting[fact.place]!;
      if (fact.why === 'seated') return [];
      return [t(fact.why === 'left' ? 'say.stopped_waiting' : 'table.turned_away', { name })];
    }
    case 'resigned': {
      if (fact.seat === me) return [];
      const key = fact.resigned ? 'say.resigned' : 'say.resigned_not';
      return [t(key, { name: nameOf(state, fact.seat) })];
    }
    case 'went':
      return fact.seat === me ? [] : [t('say.went', { name: nameOf(state, fact.seat) })];
    case 'came':
      return fact.seat === me ? [] : [t('say.came', { name: nameOf(state, fact.seat) })];
    case 'bot_stood_in':
      return fact.seat === me
        ? [t('say.stood_in_you')]
        : [t('say.stood_in', { name: nameOf(state, fact.seat) })];
    case 'timed_out':
      return fact.seat === me
        ? [t('say.timed_out_you')]
        : [t('say.timed_out', { name: nameOf(state, fact.seat) })];
    case 'bot_failed':
      return [t(`say.bot_${fact.why}`, { name: nameOf(state, fact.seat) })];
    case 'bot_hurried':
      return [t('say.bot_hurried', { name: nameOf(state, fact.seat) })];
    case 'ready_set':
      if (!fact.ready || fact.seat === me) return [];
      return [t('say.ready', { name: nameOf(state, fact.seat) })];
    case 'host_changed':
      return fact.seat !== null && fact.seat === me ? [t('say.host_you')] : [];
    case 'resumed':
      return [t('say.resumed')];
    default:
      return [];
  }
}

function tellEvent(event: DealEvent, before: TableView, after: TableView): string[] {
  const { state, seat: me, deal } = after;
  switch (event.type) {
    case 'deal_began':
      if (!deal?.own) return [];
      return [t('say.hand', { n: event.number + 1, cards: cardNames(shownOrder(deal.own.hand)) })];
    case 'cards_passed': {
      if (!deal?.own || me === null) return [];
      const players = state.seats.length;
      return [
        t('say.passed', {
          given: cardNames(event.cards[me] ?? []),
          name: nameOf(state, receiverOf(me, event.passing, players)),
          giver: nameOf(state, giverOf(me, event.passing, players)),
          received: cardNames(deal.own.received ?? []),
        }),
      ];
    }
    case 'cards_exposed':
      return tellExposed(event, after);
    case 'play_began':
      return event.leader === me
        ? [t('say.leads_you')]
        : [t('say.leads', { name: nameOf(state, event.leader) })];
    case 'card_played': {
      const card = cardName(event.card);
      const said =
        event.seat === me
          ? t('say.played_you', { card })
          : t('say.played', { name: nameOf(state, event.seat), card });
      return event.was_down ? [said, t('say.down_you')] : [said];
    }
    case 'trick_taken':
      return tellTrick(event.seat, before, after);
    case 'claimed':
      return event.seat === me
        ? [t('say.claimed_you')]
        : [t('say.claimed', { name: nameOf(state, event.seat) })];
    case 'moon_shot':
      return event.seat === me
        ? [t('say.moon_you')]
        : [t('say.moon', { name: nameOf(state, event.seat) })];
    case 'moon_chosen':
      if (!deal) return [];
      return [
        t(`say.moon_${event.choice}`, { points: slamAmount(state.settings.rules, deal.public) }),
      ];
    default:
      return [];
  }
}

/** The sentences for a moment, beyond those for its fact. */
export function tellMoment(moment: Moment | null, { state, seat: me }: TableView): string[] {
  if (moment?.kind === 'captured')
    return moment.prizes.map(({ role, card, points, times }) => {
      const values = { card: cardName(card), points: signed(points), times };
      return points === 0 ? t('moments.say_doubles', values) : t(`moments.say_${role}`, values);
    });
  if (moment?.kind !== 'swept') return [];
  const name = nameOf(state, moment.seat);
  return [
    moment.seat === me
      ? t(`moments.swept_${moment.what}_you`)
      : t(`moments.swept_${moment.what}`, { name }),
  ];
}

function tellExposed(
  event: Extract<DealEvent, { type: 'cards_exposed' }>,
  { state, seat: me }: TableView,
): string[] {
  const said = event.shown.map(({ seat, card, mode }) => {
    const values = { name: nameOf(state, seat), card: cardName(card) };
    if (mode === 'up')
      return seat === me ? t('say.exposed_up_you', values) : t('say.exposed_up', values);
    return seat === me ? t('say.exposed_open_you', values) : t('say.exposed_open', values);
  });
  for (const [seat, n] of event.face_down.entries()) {
    if (n === 0) continue;
    said.push(
      seat === me
        ? t('say.face_down_you', { n })
        : t('say.face_down', { name: nameOf(state, seat), n }),
    );
  }
  return said.length > 0 ? said : [t('say.nobody_exposed')];
}

function tellTrick(winner: number, before: TableView, after: TableView): string[] {
  const { state, seat: me } = after;
  const counting = pointCards(state.settings.rules);
  const points = (before.deal?.public.trick ?? []).filter((card) => counting.includes(card));
  const values = { name: nameOf(state, winner), cards: cardNames(points) };
  if (points.length === 0) return [winner === me ? t('say.took_you') : t('say.took', values)];
  return [winner === me ? t('say.took_with_you', values) : t('say.took_with', values)];
}

/** What the table asks of the player, in words. */
export function tellAsk(ask: Ask | null, view: TableView): string[] {
  const { state, deal, seat: me } = view;
  if (!ask || !deal || me === null) return [];
  switch (ask.kind) {
    case 'pass': {
      const to = receiverOf(me, deal.public.passing, state.seats.length);
      return [t('say.ask_pass', { n: ask.count, name: nameOf(state, to) })];
    }
    case 'expose': {
      const cards = Object.keys(ask.modes);
      if (cards.length === 0) return [t('say.ask_expose_none')];
      return [t('say.ask_expose', { cards: cardNames(cards) })];
    }
    case 'play': {
      const led = deal.public.trick[0];
      const turn =
        led === undefined ? t('say.ask_lead') : t('say.ask_follow', { card: cardName(led) });
      return ask.claim ? [turn, t('say.ask_claim')] : [turn];
    }
    case 'moon':
      return [t('say.ask_moon')];
  }
}
