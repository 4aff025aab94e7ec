export const people = {
  // 和同桌的人打交道
  title: '同桌玩家',
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
  readmit: '允许{name}再入座',
  readmit_short: '允许入座',
  readmitted: '{name}可以再入座了。',

  // 给被移出的人
  you_removed: '桌主已把你移出本桌，你仍然可以旁观。',
};
