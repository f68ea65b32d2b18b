import { useHost, useMay } from '@phr/module-kit/host';
import { hrefOf } from '@phr/module-kit/screens';
import { Badge } from '@phr/ui/badge';
import { Button } from '@phr/ui/button';
import { Card } from '@phr/ui/card';
import { Freshness } from '@phr/ui/freshness';
import { IconButton } from '@phr/ui/icon-button';
import { IconDelete, IconEdit } from '@phr/ui/icons';
import { LinkButton } from '@phr/ui/link-button';
import { Notice } from '@phr/ui/notice';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ReadingLevel } from '../readings/reading-level.view.tsx';
import { ReadingValue } from '../readings/reading-value.view.tsx';
import { sourcePhrase, timePhrase, valuePhrase, originalAmount, type Language } from '../readings/reading.words.ts';
import type { Reading, ReadingContext } from '../readings/reading.model.ts';
import { UnsentBadge } from '../readings/unsent-badge.view.tsx';
import type { Deletion, DeletionState } from '../record/use-deletion.ts';
import type { PagedReadings } from '../readings/use-readings.ts';
import { shownCount } from './reading-list.model.ts';
import { CircumstancesText } from '../readings/circumstances.view.tsx';
import { DeviceWords } from '../readings/device-words.view.tsx';
import { NoteText } from '../readings/note-text.view.tsx';
import { useFixTexts } from '../record/use-fix-texts.ts';
import { correctTargetOf } from '../vital/vital.model.ts';
import { NoteDialog } from './note-dialog.view.tsx';
import common from '../vital/common.module.css';
import css from './reading-list.module.css';

interface ReadingListProps {
  readonly paged: PagedReadings;
  readonly language: Language;
  readonly context: ReadingContext;
  readonly deletion: Deletion;
  readonly level: number;
}

/** All readings, newest first, twenty at a time; the person's own can be deleted. */
export function ReadingList({ paged, language, context, deletion, level }: ReadingListProps) {
  const { t } = useTranslation();
  const [wanted, setWanted] = useState(20);
  const { readings, total, more, isFetchingMore, receivedAt, error, retry } = paged;
  const shown = readings.slice(0, wanted);
  const count = shownCount(shown.length, total);
  const hasMore = wanted < readings.length || more !== undefined;

  function showMore() {
    if (wanted + 20 > readings.length) more?.();
    setWanted(wanted + 20);
  }

  return (
    <Card title={t('details.readings')} level={level}>
      <p className={common.quiet} role="status">
        {t(count.key, count.values)}
      </p>
      <ul className={css.list}>
        {shown.map((reading) => (
          <Row
            key={reading.id}
            reading={reading}
            state={deletion.states.get(reading.id)}
            deletion={deletion}
            language={language}
            context={context}
          />
        ))}
      </ul>
      <div className={`${common.ends} ${css.foot}`}>
        {hasMore ? (
          <Button busy={isFetchingMore} onClick={showMore}>
            {t('list.more')}
          </Button>
        ) : (
          <p className={common.quiet}>{t('list.end')}</p>
        )}
        {receivedAt !== undefined && <Freshness at={receivedAt} failed={error !== null} onRetry={retry} />}
      </div>
    </Card>
  );
}

interface RowProps {
  readonly reading: Reading;
  readonly state: DeletionState | undefined;
  readonly deletion: Deletion;
  readonly language: Language;
  readonly context: ReadingContext;
}

function Row({ reading, state, deletion, language, context }: RowProps) {
  const { t } = useTranslation();
  const deleteButton = useRef<HTMLButtonElement>(null);
  const wasUndoable = useRef(false);
  const mayWrite = useMay('update');
  const [isNoting, setNoting] = useState(false);
  useEffect(() => {
    // after an undo, restore focus to where the deletion started
    if (wasUndoable.current && state === undefined) deleteButton.current?.focus();
    wasUndoable.current = state?.step === 'undoable';
  }, [state]);

  if (state?.step === 'gone') return null;
  const value = valuePhrase(reading, language);
  if (state?.step === 'undoable')
    return <Undo words={t('reading.deleted', { value })} onUndo={() => deletion.undo(reading.id)} />;

  // a professional's result can have the person's note beside it
  const mayNote = reading.source.kind === 'facility' && mayWrite;
  const isVoid = reading.status === 'cancelled' || reading.status === 'entered-in-error';
  return (
    <li className={css.row}>
      <div className={isVoid ? css.void : css.value}>
        <ReadingValue reading={reading} language={language} showTime={false} />
      </div>
      <Badges reading={reading} context={context} language={language} />
      <DeviceWords reading={reading} language={language} className={css.about} />
      <About reading={reading} language={language} />
      {reading.notes.map((note) => (
        <NoteText key={`${note.text} ${note.time ?? ''}`} note={note} className={css.note} />
      ))}
      {(reading.deletable || mayNote) && (
        <div className={css.tools}>
          {reading.correctable && <CorrectLink reading={reading} language={language} />}
          <IconButton
            icon={IconEdit}
            label={t('reading.note', { value, time: timePhrase(reading, language) })}
            onClick={() => setNoting(true)}
          />
          {reading.deletable && (
            <IconButton
              ref={deleteButton}
              icon={IconDelete}
              label={t('reading.delete', { value, time: timePhrase(reading, language) })}
              onClick={() => deletion.remove(reading)}
            />
          )}
        </div>
      )}
      {isNoting && (
        <NoteDialog
          reading={reading}
          title={t('reading.note', { value, time: timePhrase(reading, language) })}
          onClose={() => setNoting(false)}
        />
      )}
      {state?.step === 'failed' && (
        <div className={css.failed}>
          <Notice type="error" announce="alert" title={t('toast.deleteFailed')}>
            {state.message}
          </Notice>
        </div>
      )}
    </li>
  );
}

/** Link to the form that made the reading; none for a computed index. */
function CorrectLink({ reading, language }: Pick<RowProps, 'reading' | 'language'>) {
  useFixTexts();
  const { t } = useTranslation();
  const { navigation } = useHost();
  const target = correctTargetOf(reading.vitalKey, reading.id);
  return target === undefined ? null : (
    <LinkButton
      dense
      href={hrefOf(navigation, target)}
      aria-label={t('reading.edit', {
        value: valuePhrase(reading, language),
        time: timePhrase(reading, language),
      })}
    >
      {t('common.edit')}
    </LinkButton>
  );
}

/** Verdict, and caveats about the reading. */
function Badges({ reading, context, language }: Pick<RowProps, 'reading' | 'context' | 'language'>) {
  const { t } = useTranslation();
  return (
    <div className={css.badges}>
      <ReadingLevel reading={reading} language={language} />
      <UnsentBadge reading={reading} />
      {reading.status !== undefined && <Badge>{t(`reading.status.${reading.status}`)}</Badge>}
      {reading.instant !== undefined && reading.instant > context.now + 86_400_000 && (
        <Badge tone="warning">{t('reading.future')}</Badge>
      )}
    </div>
  );
}

/** When, by whom and how it was measured. */
function About({ reading, language }: Pick<RowProps, 'reading' | 'language'>) {
  const { t } = useTranslation();
  const written = originalAmount(reading, language);
  return (
    <p className={css.about}>
      {timePhrase(reading, language)} · {sourcePhrase(reading, language)}
      {reading.arm !== undefined && ` · ${t(`vit.arm.${reading.arm}`)}`}
      {reading.meal !== undefined && ` · ${t(`glu.meal.${reading.meal}`)}`}
      <CircumstancesText reading={reading} language={language} before=" · " />
      {written !== undefined && ` · ${t('reading.writtenAs', { value: written })}`}
    </p>
  );
}

/** Replaces a deleted reading while undo is possible. */
function Undo({ words, onUndo }: { readonly words: string; readonly onUndo: () => void }) {
  const { t } = useTranslation();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <li className={`${common.ends} ${css.undo}`}>
      <span role="status">{words}</span>
      <Button ref={button} dense onClick={onUndo}>
        {t('undo.action')}
      </Button>
    </li>
  );
}
