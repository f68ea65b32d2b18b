import { screen } from '@testing-library/react';
import { LevelBadge } from './level-badge.tsx';
import { renderUi } from './render-ui.tsx';
import { LEVELS } from './tokens.tsx';

const words = {
  'vi-VN': ['Trong mục tiêu', 'Hơi lệch', 'Ngoài mục tiêu', 'Nguy hiểm', 'Rất nguy hiểm'],
  'en-US': ['On target', 'Slightly off', 'Off target', 'Dangerous', 'Very dangerous'],
} as const;

test.each(['vi-VN', 'en-US'] as const)(
  '[UX-10] each level has its word and, outside of the target, its direction (%s)',
  (locale) => {
    const { container } = renderUi(
      <>
        {LEVELS.map((level) => (
          <p key={level}>
            <LevelBadge level={level} side="high" />
          </p>
        ))}
      </>,
      { locale },
    );
    const high = locale === 'vi-VN' ? 'Cao' : 'High';
    const shown = [...container.querySelectorAll('p')].map((line) => line.textContent);
    expect(shown).toEqual(words[locale].map((word, index) => (index === 0 ? word : `${word}\u00a0·\u00a0${high}`)));
  },
);

test.each([
  ['vi-VN', 'Nguy cơ rất nhẹ', 'Nguy cơ nhẹ'],
  ['en-US', 'Very mildly dangerous', 'Mildly dangerous'],
] as const)('[RISK-01] the levels of a risk have their own words (%s)', (locale, veryMild, mild) => {
  const { container } = renderUi(
    <>
      {LEVELS.map((level) => (
        <p key={level}>
          <LevelBadge isRisk level={level} />
        </p>
      ))}
    </>,
    { locale },
  );
  const shown = [...container.querySelectorAll('p')].map((line) => line.textContent);
  expect(shown).toEqual([words[locale][0], veryMild, mild, words[locale][3], words[locale][4]]);
});

test('[UX-10] each level has a shape of its own', () => {
  const { container } = renderUi(
    <>
      {LEVELS.map((level) => (
        <LevelBadge key={level} level={level} />
      ))}
    </>,
  );
  const shapes = [...container.querySelectorAll('svg')].map((svg) => svg.innerHTML);
  expect(new Set(shapes).size).toBe(LEVELS.length);
});

test('[UX-10] low is said as well', () => {
  renderUi(<LevelBadge level="mild" side="low" />);
  expect(screen.getByText('Ngoài mục tiêu · Thấp')).toBeInTheDocument();
});

test('a little off target is called so, a frequent value has no level, a laboratory its own word', () => {
  renderUi(
    <>
      <LevelBadge level="veryMild" side="slightlyHigh" />
      <LevelBadge level="veryMild" side="usualLow" isNeutral />
      <LevelBadge level="mild" side="high" said="high" />
      <LevelBadge level="veryDangerous" said="veryHigh" />
      <LevelBadge level="target" said="within" />
    </>,
  );
  for (const words of [
    'Hơi lệch · hơi trên mục tiêu',
    'hơi dưới mục tiêu, thường gặp',
    'Cao',
    'Rất cao',
    'Trong khoảng',
  ])
    expect(screen.getByText(words)).toBeInTheDocument();
});
