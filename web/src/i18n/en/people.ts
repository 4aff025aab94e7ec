export const people = {
  // One's dealings with others at the table
  title: 'Players',
  nobody: 'No other players sit here.',
  open: 'About {name}',
  back: 'All players',
  offline: 'Away',
  bot_plays: 'A bot plays',
  left: 'Left',

  // What the host can do
  stand_in: 'Let a bot play for {name}',
  stand_in_about: 'Until {name} does something.',
  stood_in: 'A bot plays for {name} now.',
  remove: 'Remove {name} from the table',
  remove_title: 'Remove {name}?',
  remove_game: 'The game goes on with a bot in that seat.',
  remove_about: '{name} is told, and cannot sit down here again until you allow it.',
  remove_public: 'The table is public, so {name} can still watch.',
  remove_sure: 'Remove',
  was_removed: '{name} has been removed.',
  removed: 'Removed from this table',
  readmit: 'Let {name} back in',
  readmit_short: 'Let back in',
  readmitted: '{name} can sit down again.',

  // To whoever was removed
  you_removed: 'The host has removed you from this table. You can still watch.',
} as const;
