import { Button } from '@phr/ui/button';
import { Notice } from '@phr/ui/notice';
import { useUiText } from '@phr/ui/ui-text';
import { useEffect } from 'react';
import { boardVisit } from '../../core/board-visit.ts';
import { navigateTo } from '../../core/navigate-to.ts';
import { useShell, useStore } from '../../core/shell.tsx';
import { useTexts } from '../../core/texts.tsx';
import { WORDS } from './board.words.ts';
import { fill } from './relatives.words.ts';

/**
 * After a form opened from the board: back to the own record, or stay in this one. Navigating elsewhere means staying.
 */
export function BackHome() {
  const { locale } = useTexts();
  const text = useUiText();
  const shell = useShell();
  const { main, viewed } = useStore(shell.patients.context);
  const { pathname } = useStore(shell.navigation.location);
  useEffect(() => () => boardVisit.set(undefined), [pathname]);
  if (main === undefined || viewed === undefined) return null;
  return (
    <Notice
      announce="status"
      title={fill(WORDS.inRecord[locale], { name: viewed.name })}
      action={
        <>
          <Button dense onClick={() => navigateTo(shell, { screen: 'dashboard', patientId: main.id })}>
            {text('person.back')}
          </Button>
          <Button dense onClick={() => boardVisit.set(undefined)}>
            {WORDS.stay[locale]}
          </Button>
        </>
      }
    />
  );
}
