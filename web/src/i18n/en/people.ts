export const people = {
  // One's dealings with others at the table
  title: 'Players',
  seated: 'At the table',
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
  readmit: 'Let back in: {name}',
  readmit_short: 'Let back in',
  readmitted: '{name} can sit down again.',

  // To whoever was removed
  you_removed: 'The host has removed you from this table. You can still watch.',

  // Reporting and blocking
  report: 'Report {name}',
  report_title: 'Report {name}?',
  report_about: 'The report goes to whoever runs this server. {name} is not told.',
  report_reason: 'What is wrong?',
  reason_abuse: 'Insults or harassment',
  reason_name: 'An offensive name',
  reason_cheating: 'Cheating',
  reason_stalling: 'Keeps everyone waiting',
  reason_other: 'Something else',
  report_text: 'In your own words (optional)',
  report_send: 'Send report',
  reported: 'Your report about {name} has been sent.',
  block: 'Block {name}',
  block_title: 'Block {name}?',
  block_about:
    'You no longer see what {name} says, at any table. {name} cannot sit at tables you host, and their public tables are not in your lobby.',
  block_undo: 'You can undo this in the menu of the lobby.',
  block_sure: 'Block',
  was_blocked: '{name} is blocked.',
  blocked: 'Blocked players',
  blocked_none: 'You have blocked nobody.',
  unblock: 'Unblock {name}',
  unblock_short: 'Unblock',
  unblocked: '{name} is no longer blocked.',

  // From whoever runs the server
  from_host: 'From whoever runs this server',
  host_says: 'Message from the server: {text}',
  notice_read: 'I have read it',
} as const;
