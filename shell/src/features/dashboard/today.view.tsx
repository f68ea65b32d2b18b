import { wordsIn } from '@phr/i18n/localized';
import { mayIn } from '@phr/contract/may';
import type { Signal } from '@phr/contract/today';
import { Button } from '@phr/ui/button';
import { Heading } from '@phr/ui/heading';
import { Icon } from '@phr/ui/icon';
import { IconButton } from '@phr/ui/icon-button';
import { IconClose, IconInfo, IconWarning } from '@phr/ui/icons';
import { Link } from '@phr/ui/link';
import { LinkButton } from '@phr/ui/link-button';
import { Notice } from '@phr/ui/notice';
import { useUiText } from '@phr/ui/ui-text';
import { VisuallyHidden } from '@phr/ui/visually-hidden';
import { useEffect, useId, useRef, useState } from 'react';
import { useShell, useStore } from '../../core/shell.tsx';
import { SIGNAL_SHAPES } from '../../core/signal-icons.ts';
import { useT, useTexts } from '../../core/texts.tsx';
import { storeHeight } from './room.port.ts';
import { type Block, blocksOf, isLoading, sentenceOf } from './today.model.ts';
import css from './today.module.css';
import { useAction } from './use-action.ts';
import { useNews } from './use-news.ts';
import { type Today as Told, useToday } from './use-today.ts';

/** Rows of a block before "show more". */
const FIRST = 3;

/** What the person on screen should know and do today, from all modules. Remounts for another person. */
export function Today() {
  const { viewed, epoch } = useStore(useShell().patients.context);
  return viewed === undefined ? null : <TodayOf key={epoch} patientId={viewed.id} />;
}

function TodayOf({ patientId }: { readonly patientId: string }) {
  const today = useToday(patientId);
  const { sources, signals } = today;
  const t = useT();
  const isBusy = isLoading(sources);
  const news = useNews(signals, isBusy, t);
  const sentence = useRef<HTMLParagraphElement>(null);
  const whole = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isBusy && whole.current !== null) storeHeight(patientId, whole.current.offsetHeight);
  }, [isBusy, patientId, signals.length]);
  const [away, setAway] = useState<Signal>();
  const bringBack = (signal: Signal): void => {
    today.restore(signal);
    setAway(undefined);
    sentence.current?.focus();
  };
  const said = sentenceOf(signals, sources);
  return (
    <div ref={whole} className={css.today} aria-busy={isBusy}>
      <p ref={sentence} tabIndex={-1} className={css.sentence}>
        {typeof said === 'string' ? t(`today.${said}`) : said.title}
      </p>
      {away !== undefined && <Away key={away.id} signal={away} onRestore={bringBack} />}
      {blocksOf(signals).map((block) => (
        <SignalBlock key={block.name} block={block} today={today} onDismissed={setAway} />
      ))}
      <Unchecked today={today} />
      <VisuallyHidden>
        <span role="alert">{news.alert}</span>
        <span role="status">{news.status}</span>
      </VisuallyHidden>
    </div>
  );
}

/** Says that a row was put away and until when, in its stead: an accidental press loses nothing. */
function Away({ signal, onRestore }: { readonly signal: Signal; readonly onRestore: (signal: Signal) => void }) {
  const t = useT();
  const { title, dismiss } = signal;
  return (
    <p className={css.away}>
      <span role="status">{t(dismiss === 'today' ? 'today.away' : 'today.awayLong', { title })}</span>
      <Button dense autoFocus aria-label={t('today.bringBack', { title })} onClick={() => onRestore(signal)}>
        {t('today.undo')}
      </Button>
    </p>
  );
}

/** Names the sources that could not be read. */
function Unchecked({ today: { sources, retry } }: { readonly today: Told }) {
  const { locale, t } = useTexts();
  const text = useUiText();
  const failed = sources.filter(({ status }) => status === 'failed');
  if (failed.length === 0) return null;
  const names = failed.map(({ text: name, key }) => wordsIn(name, locale) ?? key);
  return (
    <Notice
      type="warning"
      action={
        <Button dense onClick={retry}>
          {text('common.retry')}
        </Button>
      }
    >
      {t('today.unchecked', { names: [...new Set(names)].join(', ') })}
    </Notice>
  );
}

interface BlockProps {
  readonly block: Block;
  readonly today: Told;
  readonly onDismissed: (signal: Signal) => void;
}

function SignalBlock({ block: { name, signals }, today, onDismissed }: BlockProps) {
  const t = useT();
  const id = useId();
  const list = useRef<HTMLUListElement>(null);
  const [isWhole, setIsWhole] = useState(false);
  const title = t(`today.${name}`);
  useEffect(() => {
    // the button is gone: focus the first row it revealed
    if (isWhole) list.current?.querySelectorAll('li')[FIRST]?.querySelector('a')?.focus();
  }, [isWhole]);
  return (
    <section className={css.block} aria-labelledby={id} data-block={name}>
      <Heading level={2} look="h3" id={id}>
        {title}
      </Heading>
      <ul ref={list} className={css.rows}>
        {(isWhole ? signals : signals.slice(0, FIRST)).map((signal) => (
          <SignalRow key={signal.id} signal={signal} today={today} onPutAway={onDismissed} />
        ))}
      </ul>
      {!isWhole && signals.length > FIRST && (
        <Button
          variant="quiet"
          dense
          aria-label={t('today.more', { n: signals.length - FIRST, block: title })}
          onClick={() => setIsWhole(true)}
        >
          {t('today.moreShort')}
        </Button>
      )}
    </section>
  );
}

interface RowProps {
  readonly signal: Signal;
  readonly today: Told;
  readonly onPutAway: (signal: Signal) => void;
}

function SignalRow({ signal, today, onPutAway }: RowProps) {
  const { navigation } = useShell();
  const t = useT();
  const { title, detail, kind, icon, place, dismiss } = signal;
  const dismissRow = () => {
    today.dismissSignal(signal);
    onPutAway(signal);
  };
  // opened news is no longer news
  const opened = kind === 'new' && dismiss !== 'never' ? () => today.dismissSignal(signal) : undefined;
  return (
    <li className={css.row}>
      <span className={css.icon}>
        <Icon of={kind === 'danger' ? IconWarning : (SIGNAL_SHAPES[icon] ?? IconInfo)} />
      </span>
      <span className={css.words}>
        <Link href={navigation.hrefOf(place.screen, place.params)} className={css.title} onClick={opened}>
          {title}
        </Link>
        {detail !== undefined && <span className={css.detail}>{detail}</span>}
      </span>
      <span className={css.tail}>
        <SignalActions signal={signal} today={today} onFollow={opened} />
        {dismiss !== 'never' && (
          <IconButton
            icon={IconClose}
            label={t(dismiss === 'today' ? 'today.putAway' : 'today.putAwayLong', { title })}
            onClick={dismissRow}
          />
        )}
      </span>
    </li>
  );
}

interface ActionsProps {
  readonly signal: Signal;
  readonly today: Told;
  readonly onFollow: (() => void) | undefined;
}

/** Links, and actions executed in place with undo and retry. */
function SignalActions({ signal, today, onFollow }: ActionsProps) {
  const { navigation } = useShell();
  const text = useUiText();
  const t = useT();
  const { begun, begin, undo, retry } = useAction(signal, today.act);
  const { viewed } = useStore(useShell().patients.context);
  // executing in place writes to the record
  const mayAct = viewed === undefined || mayIn(viewed, 'create');
  if (begun?.state === 'undoable')
    return (
      <Button dense autoFocus onClick={undo}>
        {t('today.undo')}
      </Button>
    );
  if (begun?.state === 'failed')
    return (
      <span className={css.actions}>
        <span role="alert">{t('today.failed', { title: begun.action.label })}</span>
        <Button dense onClick={retry}>
          {text('common.retry')}
        </Button>
      </span>
    );
  return (
    <span className={css.actions}>
      {signal.actions.map((action) =>
        action.place === undefined ? (
          mayAct && (
            <Button key={action.id} dense busy={begun?.action.id === action.id} onClick={() => begin(action)}>
              {action.label}
            </Button>
          )
        ) : (
          <LinkButton
            key={action.id}
            dense
            href={navigation.hrefOf(action.place.screen, action.place.params)}
            aria-label={`${action.label}: ${signal.title}`}
            onClick={onFollow}
          >
            {action.label}
          </LinkButton>
        ),
      )}
    </span>
  );
}
