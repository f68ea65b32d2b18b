import { VITAL_KEYS, type VitalKey, vitalOf } from '@phr/clinical/codings';
import { EVERYDAY_CODES } from '@phr/clinical/everyday-codes';
import { DEFAULT_INDEXES } from '@phr/fhir/device-properties';
import { vitalWords } from '@phr/fhir/dictionary.vitals';
import { Button } from '@phr/ui/button';
import { Checkbox } from '@phr/ui/checkbox';
import { Dialog } from '@phr/ui/dialog';
import { Heading } from '@phr/ui/heading';
import { IconButton } from '@phr/ui/icon-button';
import { IconCollapse, IconExpand } from '@phr/ui/icons';
import { Notice } from '@phr/ui/notice';
import { VisuallyHidden } from '@phr/ui/visually-hidden';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useShell, useStore } from '../../core/shell.tsx';
import { type TextKey, useT, useTexts } from '../../core/texts.tsx';
import { useWords } from '../../core/titles.ts';
import { DEFAULT_FEATURES, features } from '../../core/menu.model.ts';
import type { PropertyName } from '../../services/device/current-device.api.ts';
import { arrange, type Arranged, chosenIn, moveTo, namesShown, toggle } from './arrangement.model.ts';

/** Each vital sign by the first code its readings are written with (D-01). */
const codeOf = (vitalKey: VitalKey): string => vitalOf(vitalKey).primaryCodings[0]?.code ?? vitalKey;
const VITALS = VITAL_KEYS.map(codeOf);

/** An arrangeable list: its device property, all known items, and the default. */
interface Choice {
  readonly property: PropertyName;
  readonly title: TextKey;
  /** Names of the items; feature tiles are named by modules. */
  readonly known: readonly string[] | 'features';
  readonly defaults: readonly string[];
}

interface Arrangeable {
  readonly title: TextKey;
  readonly lead: TextKey;
  readonly choices: readonly Choice[];
}

/** What can be arranged. */
export const ARRANGEABLE = {
  dashboard: {
    title: 'arrange.title',
    lead: 'arrange.lead',
    choices: [
      { property: 'DASHBOARD_VITALS', title: 'dash.latestVitals', known: VITALS, defaults: EVERYDAY_CODES },
      {
        property: 'DASHBOARD_FEATURES',
        title: 'dash.features',
        known: 'features',
        defaults: DEFAULT_FEATURES,
      },
    ],
  },
  monitor: {
    title: 'monitor.title',
    lead: 'monitor.lead',
    choices: [
      {
        property: 'MONITOR_INDEXES',
        title: 'monitor.watched',
        known: VITALS,
        defaults: DEFAULT_INDEXES.monitored.map(codeOf),
      },
      {
        property: 'LATEST_INDEXES',
        title: 'monitor.latest',
        known: VITALS,
        defaults: DEFAULT_INDEXES.latest.map(codeOf),
      },
    ],
  },
} as const satisfies Readonly<Record<string, Arrangeable>>;

/**
 * Selects and orders items with switches and buttons, so that no dragging is needed (UX-37). Stored by the server for
 * this device.
 */
export function ArrangeDialog({
  what,
  onClose,
}: {
  readonly what: keyof typeof ARRANGEABLE;
  readonly onClose: () => void;
}) {
  const { t, locale } = useTexts();
  const words = useWords();
  const { deviceProperties, offer } = useShell();
  const { values } = useStore(deviceProperties.state);
  const { title, lead, choices }: Arrangeable = ARRANGEABLE[what];
  const tiles = features(useStore(offer));
  const namesOf = (known: Choice['known']) => (known === 'features' ? [...tiles.keys()] : known);
  const [lists, setLists] = useState(() =>
    choices.map(({ property, known, defaults }) => arrange(chosenIn(values[property], defaults), namesOf(known))),
  );
  const [state, setState] = useState<'ready' | 'saving' | 'failed'>('ready');
  const wordsOf = (name: string): string => {
    const tile = tiles.get(name);
    return tile === undefined ? (vitalWords(name)?.[locale] ?? name) : words(tile.text);
  };

  const save = () => {
    setState('saving');
    deviceProperties
      .save(
        Object.fromEntries(
          choices.map(({ property }, index) => [property, JSON.stringify(namesShown(lists[index] ?? []))]),
        ),
      )
      .then(onClose, () => setState('failed'));
  };
  return (
    <Dialog
      open
      title={t(title)}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button variant="primary" busy={state === 'saving'} onClick={save}>
            {t('common.save')}
          </Button>
        </>
      }
    >
      <div className="phr-dash-arrange">
        <p>{t(lead)}</p>
        {state === 'failed' && (
          <Notice type="error" announce="alert">
            {t('arrange.failed')}
          </Notice>
        )}
        {choices.map((choice, index) => (
          <Arrangement
            key={choice.property}
            title={t(choice.title)}
            list={lists[index] ?? []}
            onChange={(list) => setLists(lists.with(index, list))}
            wordsOf={wordsOf}
          />
        ))}
        <div>
          <Button
            variant="quiet"
            dense
            onClick={() => setLists(choices.map(({ defaults, known }) => arrange(defaults, namesOf(known))))}
          >
            {t('arrange.defaults')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

interface ArrangementProps {
  readonly title: string;
  readonly list: readonly Arranged[];
  readonly onChange: (list: readonly Arranged[]) => void;
  readonly wordsOf: (name: string) => string;
}

function Arrangement({ title, list, onChange, wordsOf }: ArrangementProps) {
  const t = useT();
  const [news, setNews] = useState('');
  const move = (name: string, place: number, button: HTMLButtonElement) => {
    if (place < 0 || place >= list.length) return;
    flushSync(() => onChange(moveTo(list, name, place)));
    // moving a row in the DOM drops its focus
    button.focus();
    setNews(t('arrange.place', { name: wordsOf(name), place: String(place + 1), total: String(list.length) }));
  };
  return (
    <section>
      <Heading level={3}>{title}</Heading>
      <ul className="phr-dash-arranged">
        {list.map(({ name, isShown }, place) => {
          const words = wordsOf(name);
          return (
            <li key={name}>
              <Checkbox label={words} checked={isShown} onChange={() => onChange(toggle(list, name))} />
              <IconButton
                icon={IconCollapse}
                label={t('arrange.up', { name: words })}
                aria-disabled={place === 0}
                onClick={(event) => move(name, place - 1, event.currentTarget)}
              />
              <IconButton
                icon={IconExpand}
                label={t('arrange.down', { name: words })}
                aria-disabled={place === list.length - 1}
                onClick={(event) => move(name, place + 1, event.currentTarget)}
              />
            </li>
          );
        })}
      </ul>
      <VisuallyHidden>
        <span role="status">{news}</span>
      </VisuallyHidden>
    </section>
  );
}
