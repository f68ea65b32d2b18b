import { LOCALES } from '@phr/contract/locale';
import { LOCALE_NAMES } from '@phr/i18n/locale';
import { shownIn, speakPseudo, unmarkedWords } from '@phr/testing/pseudo-locale';
import { waitFor } from '@testing-library/react';

speakPseudo(import.meta.jest, ['shell/src/locales', 'shared/ui/src/locales']);
const { createFakeShell, renderIn } = await import('../testing/fake-shell.tsx');
const { AppLayout } = await import('../layout/app-layout.tsx');
const { SettingScreen } = await import('../features/setting/setting.view.tsx');

/** Names of people and devices, units, and language names, which are not translated. */
const DATA = [
  'TRẦN MINH CHÂU',
  'mmol/L',
  'mg/dL',
  'Chrome',
  'Linux',
  'A B C D E F',
  ...Object.values(LOCALE_NAMES),
  'VI EN',
];

test.each(LOCALES)(
  '[I18N-02] every word of a screen with its header and menu is a text of its language: %s',
  async (locale) => {
    // modules' own texts come from their manifests
    const { shell } = await createFakeShell({ registry: { schema: 1, publishedAt: '', modules: [] } });
    shell.settings.choose({ locale });
    await waitFor(() => expect(shell.texts.get().locale).toBe(locale));
    renderIn(
      shell,
      <AppLayout layout="app" screen="setting">
        <SettingScreen />
      </AppLayout>,
    );
    const shown = shownIn(document.body);
    expect(shown.split('⟦').length).toBeGreaterThan(40);
    const known = new Set(DATA.flatMap((words) => words.split(/[ /]/)));
    expect(unmarkedWords(shown).filter((word) => !known.has(word))).toEqual([]);
  },
);
