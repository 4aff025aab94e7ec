import { beforeEach, expect, test, vi } from 'vitest';
import { keyHandler } from './keys';

const actions = {
  goTo: vi.fn(),
  next: vi.fn(),
  confirm: vi.fn(),
  cancel: vi.fn(),
  lastTrick: vi.fn(),
  scores: vi.fn(),
  panel: vi.fn(),
  claim: vi.fn(),
  hint: vi.fn(),
  takeBack: vi.fn(),
  help: vi.fn(),
};
let time = 0;
let handler: (event: KeyboardEvent) => void;

beforeEach(() => {
  vi.clearAllMocks();
  document.body.innerHTML = '<button>Card</button><input />';
  handler = keyHandler(actions, () => time);
});

function press(key: string, target: EventTarget = document.body, more: KeyboardEventInit = {}) {
  const event = new KeyboardEvent('keydown', { key, cancelable: true, ...more });
  Object.defineProperty(event, 'target', { value: target });
  handler(event);
  return event;
}

test('a rank and a suit go to a card; the same letter alone opens the scores', () => {
  press('q');
  press('s');
  expect(actions.goTo).toHaveBeenCalledExactlyOnceWith('QS');
  expect(actions.scores).not.toHaveBeenCalled();
  press('s');
  expect(actions.scores).toHaveBeenCalledOnce();
});

test('a rank waits only a moment for its suit', () => {
  press('q');
  time += 2000;
  press('s');
  expect(actions.goTo).not.toHaveBeenCalled();
  expect(actions.scores).toHaveBeenCalledOnce();
});

test.each([
  ['n', 'next'],
  ['l', 'lastTrick'],
  ['c', 'claim'],
  ['\\', 'panel'],
  ['i', 'hint'],
  ['h', 'help'],
  ['?', 'help'],
  ['Escape', 'cancel'],
  ['Enter', 'confirm'],
] as const)('%s', (key, action) => {
  expect(press(key).defaultPrevented).toBe(true);
  expect(actions[action]).toHaveBeenCalledOnce();
});

test('Enter on a button is the button’s own', () => {
  press('Enter', document.querySelector('button')!);
  expect(actions.confirm).not.toHaveBeenCalled();
});

test('a key that is held down does nothing more', () => {
  for (const key of ['Enter', 'c', 'n', 'q']) {
    press(key);
    for (let times = 0; times < 300; times += 1) press(key, document.body, { repeat: true });
  }
  press('s');
  for (const action of ['confirm', 'claim', 'next', 'goTo'] as const)
    expect(actions[action]).toHaveBeenCalledOnce();
});

test('what is typed into a field, or with Ctrl, is left alone', () => {
  press('l', document.querySelector('input')!);
  press('l', document.body, { ctrlKey: true });
  expect(actions.lastTrick).not.toHaveBeenCalled();
});
