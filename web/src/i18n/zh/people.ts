export const people = {
  // 和同桌的人打交道
  title: '同桌玩家',
  seated: '同桌',
  nobody: '这里没有别的玩家。',
  open: '关于{name}',
  back: '全部玩家',
  offline: '不在线',
  bot_plays: '机器人代打',
  left: '已离开',

  // 桌主可以做的事
  stand_in: '让机器人替{name}打',
  stand_in_about: '直到{name}自己动手为止。',
  stood_in: '现在由机器人替{name}打。',
  remove: '把{name}移出牌桌',
  remove_title: '移出{name}？',
  remove_game: '这一局继续，由机器人接着打。',
  remove_about: '{name}会知道被移出，而且要你同意才能再入座。',
  remove_public: '这是公开牌桌，{name}仍然可以旁观。',
  remove_sure: '移出',
  was_removed: '已移出{name}。',
  removed: '被移出本桌的人',
  readmit: '允许入座：{name}',
  readmit_short: '允许入座',
  readmitted: '{name}可以再入座了。',

  // 给被移出的人
  you_removed: '你已被移出牌桌，仍然可以旁观。',

  // 举报和屏蔽
  report: '举报{name}',
  report_title: '举报{name}？',
  report_about: '举报会交给管理员，{name}不会知道。',
  report_reason: '怎么了？',
  reason_abuse: '辱骂或骚扰',
  reason_name: '名字不雅',
  reason_cheating: '作弊',
  reason_stalling: '故意拖延',
  reason_other: '其他',
  report_text: '补充说明（可不填）',
  report_send: '提交举报',
  reported: '已举报{name}。',
  block: '屏蔽{name}',
  block_title: '屏蔽{name}？',
  block_about:
    '你在哪一桌都不再看到{name}说的话；{name}不能坐你开的桌，对方开的公开牌桌也不在你的大厅里。',
  block_undo: '可以在大厅的菜单里解除。',
  block_sure: '屏蔽',
  was_blocked: '已屏蔽{name}。',
  blocked: '屏蔽的玩家',
  blocked_none: '你没有屏蔽任何人。',
  unblock: '解除对{name}的屏蔽',
  unblock_short: '解除',
  unblocked: '已解除对{name}的屏蔽。',

  // 管理员说的话
  from_host: '来自管理员',
  host_says: '管理员说：{text}',
  notice_read: '知道了',
};
