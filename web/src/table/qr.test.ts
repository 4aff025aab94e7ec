import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { expect, test } from 'vitest';
import { qrMatrix } from './qr';

// Compared, module by module, with what another encoder draws.
test('a short text', () => {
  expect(qrMatrix('hi').map((row) => row.map((dark) => (dark ? '#' : ' ')).join(''))).toEqual([
    '#######  #### #######',
    '#     #  ## # #     #',
    '# ### # ## ## # ### #',
    '# ### # ##  # # ### #',
    '# ### # #  ## # ### #',
    '#     # ##  # #     #',
    '####### # # # #######',
    '        # ###        ',
    '# #####     # #####  ',
    ' ### # #  # #  #    #',
    '  ##  ## # # #  #### ',
    '### #    #     ## #  ',
    '### # #    # #  # # #',
    '        #  ####  #  #',
    '#######   # # ##   # ',
    '#     # #######  #  #',
    '# ### # #   #  #  #  ',
    '# ### # ### #  #  #  ',
    '# ### # #  # #  ###  ',
    '#     #  ##    ## #  ',
    '####### # ## #  #### ',
  ]);
});

test.each([
  ['http://127.0.0.1:8370/t/b20a32e85c33568d95', 29, '1fdef1a3ab8ee219'],
  ['https://cards.example.org/t/AbCdEfGhIjKlMnOpQrStUv_-0123456789', 33, 'f6b83bd1a401c649'],
  ['x'.repeat(150), 49, '1336208e16162851'],
])('%s', (text, size, digest) => {
  const rows = qrMatrix(text);
  expect(rows).toHaveLength(size);
  const bits = rows.flat().map((dark) => (dark ? '1' : '0'));
  expect(bytesToHex(sha256(utf8ToBytes(bits.join('')))).slice(0, 16)).toBe(digest);
});

test('a text too long is refused', () => {
  expect(() => qrMatrix('x'.repeat(214))).toThrow(RangeError);
});
