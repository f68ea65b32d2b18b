import { codesOf } from '@phr/clinical/codings';
import { isOwnNote } from '@phr/fhir/note-words';
import { useHost, usePatient } from '@phr/module-kit/host';
import { useSending } from '@phr/module-kit/use-sending';
import { Button } from '@phr/ui/button';
import { Dialog } from '@phr/ui/dialog';
import { Notice } from '@phr/ui/notice';
import { TextArea } from '@phr/ui/text-area';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveNote } from '../readings/reading-writes.api.ts';
import type { Reading } from '../readings/reading.model.ts';

/** Longest note, in characters (D-44). */
const LONGEST_NOTE = 2000;

interface NoteDialogProps {
  readonly reading: Reading;
  /** Names the reading. */
  readonly title: string;
  readonly onClose: () => void;
}

/** Edits a reading's note (VIT-53). A failure keeps the text. */
export function NoteDialog({ reading, title, onClose }: NoteDialogProps) {
  const { t } = useTranslation();
  const { request, topics, notify } = useHost();
  const { main, viewed } = usePatient();
  const patientId = viewed?.id ?? '';
  // the person's own note, or in their own reading an unsigned one
  const [note, setNote] = useState(() =>
    reading.notes
      .filter(
        (one) => isOwnNote(one, main) || (reading.deletable && one.author === undefined && one.name === undefined),
      )
      .map(({ text }) => text)
      .join('\n'),
  );
  const { isBusy, refused, send } = useSending();

  const save = () =>
    send(async () => {
      await saveNote(request, reading.id, note.trim());
      notify.show({ type: 'success', title: t('toast.noteSaved') });
      topics.publish('observation.changed', { patientId, codes: codesOf(reading.vitalKey) });
      onClose();
    });

  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button variant="primary" busy={isBusy} onClick={() => void save()}>
            {t('common.save')}
          </Button>
        </>
      }
    >
      <TextArea label={t('common.note')} value={note} maxLength={LONGEST_NOTE} onChange={setNote} />
      {refused !== undefined && (
        <Notice type="error" announce="alert" title={t('note.failed')}>
          {refused.notice.title}
        </Notice>
      )}
    </Dialog>
  );
}
