/** The table that this tab was led to last, so that nobody is led back to one that they left. */

const KEY = 'gongzhu.opened';
let last = '';

export const opened = {
  /** True the first time that a table is named. */
  first(table: string): boolean {
    try {
      last = sessionStorage.getItem(KEY) ?? last;
    } catch {
      // The page itself remembers.
    }
    if (last === table) return false;
    last = table;
    try {
      sessionStorage.setItem(KEY, table);
    } catch {
      // The same.
    }
    return true;
  },
};
