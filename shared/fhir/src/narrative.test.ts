import { narrativeText } from './narrative.ts';

test('a narrative becomes plain text, without scripts', () => {
  expect(narrativeText('<div><p>A &amp; B</p><script>alert(1)</script><ul><li>C</li><li>D&#233;</li></ul></div>')).toBe(
    'A & B\nC\nDé',
  );
  expect(narrativeText('<div><img src=x onerror=alert(1)>x<scr<script>ipt>y')).not.toMatch(/alert|</);
  expect(narrativeText('<div> </div>')).toBeUndefined();
  expect(narrativeText('<style>a{}</style>&#0;&bogus;')).toBe('&bogus;');
});

test.each([
  ['the last character that there is', 'a&#x10FFFF;b', 'a\u{10FFFF}b'],
  ['a number beyond all characters', 'a&#x110000;b', 'ab'],
  ['a number in hexadecimal digits', '&#xe9;', 'é'],
  ['names in capitals', '&LT;&nbsp;&QUOT;', '<\u00A0"'],
  ['a table', '<table><tr><td>Kali</td><td>6,9</td></tr><tr><th>Natri</th></tr></table>', 'Kali 6,9\nNatri'],
  ['a comment that never ends', 'a<!-- b <p>c', 'a'],
  ['a script that never ends', 'a<SCRIPT>b', 'a'],
])('a narrative with %s', (_, div, words) => {
  expect(narrativeText(div)).toBe(words);
});
