import { codesOf } from '@phr/clinical/codings';
import { errorNotice } from '@phr/http/error-notice';
import { useHost, usePatient } from '@phr/module-kit/host';
import { Button } from '@phr/ui/button';
import { Dialog } from '@phr/ui/dialog';
import { Notice } from '@phr/ui/notice';
import { TextArea } from '@phr/ui/text-area';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveNote } from '../readings/readings.api.ts';
import type { Reading } from '../readings/reading.model.ts';

/** Longest note, in characters (D-44). */
const LONGEST_NOTE = 2000;

interface NoteDialogProps {
  readonly reading: Reading;
  /** Names the reading. */
  readonly title: string;
  readonly onClose: () => void;
}

/** Writes or changes the note of a reading (VIT-53). A failure keeps the text. */
export function NoteDialog({ reading, title, onClose }: NoteDialogProps) {
  const { t } = useTranslation();
  const { request, topics, notify } = useHost();
  const patientId = usePatient().viewed?.id ?? '';
  const [note, setNote] = useState(reading.notes.join('\n'));
  const [state, setState] = useState<'editing' | 'saving' | { readonly failed: string }>('editing');

  async function save() {
    setState('saving');
    try {
      await saveNote(request, reading.id, note.trim());
    } catch (error) {
      setState({ failed: errorNotice(error, t).title });
      return;
    }
    notify.show({ type: 'success', title: t('toast.noteSaved') });
    topics.publish('observation.changed', { patientId, codes: codesOf(reading.storeKey) });
    onClose();
  }

  return (
    <Dialog
      open title={title} onClose={onClose}
      footer={<><Button onClick={onClose}>{t('common.cancel')}</Button><Button variant="primary" busy={state === 'saving'} onClick={() => void save()}>{t('common.save')}</Button></>}
    >
      <TextArea label={t('common.note')} value={note} maxLength={LONGEST_NOTE} onChange={setNote} />
      {typeof state === 'object' && <Notice type="error" announce="alert" title={t('note.failed')}>{state.failed}</Notice>}
    </Dialog>
  );
}
