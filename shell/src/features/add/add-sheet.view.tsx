import { mayIn } from '@phr/contract/may';
import { Button } from '@phr/ui/button';
import { Dialog } from '@phr/ui/dialog';
import { IconQrCode } from '@phr/ui/icons';
import { Notice } from '@phr/ui/notice';
import { relationWords } from '@phr/ui/relation';
import { SelectField } from '@phr/ui/select-field';
import { useUiText } from '@phr/ui/ui-text';
import { useState } from 'react';
import { actionsFor } from '../../core/actions.model.ts';
import { quickRow } from '../../core/menu.model.ts';
import { MenuIcon } from '../../core/menu-icon.tsx';
import { navigateTo } from '../../core/navigate-to.ts';
import { useShell, useStore } from '../../core/shell.tsx';
import { SIGNAL_SHAPES } from '../../core/signal-icons.ts';
import { useTexts } from '../../core/texts.tsx';
import { useWords } from '../../core/titles.ts';
import css from './add.module.css';
import { WORDS } from './add.words.ts';

/** Available actions, and the person they are for; switches the record first. Includes the quick row's links. */
export function AddSheet({ onClose }: { readonly onClose: () => void }) {
  const { t, locale } = useTexts();
  const wordsOf = useWords();
  const text = useUiText();
  const shell = useShell();
  const { main, viewed, family } = useStore(shell.patients.context);
  const offer = useStore(shell.offer);
  const routes = useStore(shell.routes);
  const [chosen, setChosen] = useState(viewed?.id);
  const person = family.find(({ id }) => id === chosen) ?? viewed;
  const isOwnRecord = person?.id === main?.id;
  const open = (screen: string) => {
    onClose();
    navigateTo(shell, { screen, ...(person && { patientId: person.id }) });
  };
  const persons = family.filter((one) => one.id === viewed?.id || mayIn(one, 'create'));
  return (
    <Dialog open title={t('common.add')} onClose={onClose}>
      <div className={css.sheet}>
        {persons.length > 1 && (
          <SelectField
            required
            label={WORDS.whom[locale]}
            value={person?.id ?? ''}
            onChange={setChosen}
            options={persons.map(({ id, name, relationship }) => ({
              value: id,
              label: `${relationWords(relationship, text)} · ${name}`,
            }))}
          />
        )}
        {person !== undefined && !mayIn(person, 'create') && <Notice>{text('person.readOnly')}</Notice>}
        <ul className={css.actions}>
          {person !== undefined &&
            actionsFor(offer, routes, person, isOwnRecord).map(({ screen, text: words, icon }) => (
              <li key={screen}>
                <Button wide icon={SIGNAL_SHAPES[icon]} onClick={() => open(screen)}>
                  {wordsOf(words)}
                </Button>
              </li>
            ))}
          <li>
            <Button wide icon={IconQrCode} onClick={() => open('patient-qrs')}>
              {WORDS.showQr[locale]}
            </Button>
          </li>
        </ul>
        <ul className={css.ways}>
          {quickRow(offer, isOwnRecord).map((item) => (
            <li key={item.screen}>
              <button type="button" className={css.way} onClick={() => open(item.screen)}>
                <MenuIcon name={item.icon} />
                <span>{wordsOf(item.text)}</span>
              </button>
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  );
}
