import { narrativeText } from './narrative.ts';

test('a narrative becomes plain text, without scripts', () => {
  expect(narrativeText('<div><p>A &amp; B</p><script>alert(1)</script><ul><li>C</li><li>D&#233;</li></ul></div>')).toBe(
    'A & B\nC\nDé',
  );
  expect(narrativeText('<div><img src=x onerror=alert(1)>x<scr<script>ipt>y')).not.toMatch(/alert|</);
  expect(narrativeText('<div> </div>')).toBeUndefined();
  expect(narrativeText('<style>a{}</style>&#0;&bogus;')).toBe('&bogus;');
});
