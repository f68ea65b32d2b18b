import { STORE_KEYS, vitalOf } from '@phr/clinical/codings';
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
import { useShell, useStore } from '../../app/shell.tsx';
import { useT, useTexts } from '../../app/texts.tsx';
import { DEFAULT_FEATURES, FEATURES } from '../../layout/menu.model.ts';
import { arrange, type Arranged, chosenIn, moveTo, namesShown, toggle } from './arrangement.model.ts';
import css from './dashboard.module.css';
import { DEFAULT_VITALS } from './dashboard.model.ts';

/** Each vital sign by the code that its readings are written with first (D-01). */
const VITALS = STORE_KEYS.map((storeKey) => vitalOf(storeKey).written[0]?.code ?? storeKey);
const FEATURE_NAMES = Object.keys(FEATURES);

/** Which tiles stand on the dashboard and in which order: by switches and buttons, so that it needs no dragging (UX-37). Kept by the server for this device. */
export function ArrangeDialog({ onClose }: { readonly onClose: () => void }) {
  const { t, locale } = useTexts();
  const { deviceProperties } = useShell();
  const { values } = useStore(deviceProperties.state);
  const [vitals, setVitals] = useState(() => arrange(chosenIn(values.DASHBOARD_VITALS, DEFAULT_VITALS), VITALS));
  const [features, setFeatures] = useState(() => arrange(chosenIn(values.DASHBOARD_FEATURES, DEFAULT_FEATURES), FEATURE_NAMES));
  const [state, setState] = useState<'ready' | 'saving' | 'failed'>('ready');
  const language = locale === 'vi-VN' ? 'vi' : 'en';

  const reset = () => {
    setVitals(arrange(DEFAULT_VITALS, VITALS));
    setFeatures(arrange(DEFAULT_FEATURES, FEATURE_NAMES));
  };
  const save = () => {
    setState('saving');
    deviceProperties.save({ DASHBOARD_VITALS: JSON.stringify(namesShown(vitals)), DASHBOARD_FEATURES: JSON.stringify(namesShown(features)) })
      .then(onClose, () => setState('failed'));
  };
  return (
    <Dialog
      open title={t('arrange.title')} onClose={onClose}
      footer={<><Button onClick={onClose}>{t('common.cancel')}</Button><Button variant="primary" busy={state === 'saving'} onClick={save}>{t('common.save')}</Button></>}
    >
      <div className={css.arrange}>
        <p>{t('arrange.lead')}</p>
        {state === 'failed' && <Notice type="error" announce="alert">{t('arrange.failed')}</Notice>}
        <Arrangement title={t('dash.latestVitals')} list={vitals} onChange={setVitals} wordsOf={(name) => vitalWords(name)?.[language] ?? name} />
        <Arrangement title={t('dash.features')} list={features} onChange={setFeatures} wordsOf={(name) => t(FEATURES[name]?.text ?? 'module.loading')} />
        <div><Button variant="quiet" dense onClick={reset}>{t('arrange.defaults')}</Button></div>
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
    // A row that was moved in the page has lost the focus.
    button.focus();
    setNews(t('arrange.place', { name: wordsOf(name), place: String(place + 1), total: String(list.length) }));
  };
  return (
    <section>
      <Heading level={3}>{title}</Heading>
      <ul className={css.arranged}>
        {list.map(({ name, isShown }, place) => {
          const words = wordsOf(name);
          return (
            <li key={name}>
              <Checkbox label={words} checked={isShown} onChange={() => onChange(toggle(list, name))} />
              <IconButton icon={IconCollapse} label={t('arrange.up', { name: words })} aria-disabled={place === 0} onClick={(event) => move(name, place - 1, event.currentTarget)} />
              <IconButton icon={IconExpand} label={t('arrange.down', { name: words })} aria-disabled={place === list.length - 1} onClick={(event) => move(name, place + 1, event.currentTarget)} />
            </li>
          );
        })}
      </ul>
      <VisuallyHidden><span role="status">{news}</span></VisuallyHidden>
    </section>
  );
}
