import { EntryForm, type SaveTools } from '@phr/module-kit/entry-form';
import { useHost } from '@phr/module-kit/host';
import { replaceScreen } from '@phr/module-kit/screens';
import { TextField } from '@phr/ui/text-field';
import { useTranslation } from 'react-i18next';
import type { ScreenProps } from '../../views/screen-props.ts';
import { useUploads } from '../attachments/use-uploads.ts';
import { savePaper } from './paper.api.ts';
import { checkPaper, EMPTY, paperDraft, type PaperForm } from './paper-form.model.ts';
import { PapersField } from './papers-field.view.tsx';

/** Stores a photographed document under a name: discharge letter, result sheet. Its values are entered elsewhere. */
export function PaperCreateView({ level }: ScreenProps) {
  const { t } = useTranslation();
  const { request, navigation } = useHost();
  const uploads = useUploads('papers');
  const save = ({ name, papers }: PaperForm, { patientId, issued, idOf, queueOf }: SaveTools) =>
    savePaper(request, {
      patientId,
      files: papers,
      at: issued,
      title: name,
      formId: idOf('paper'),
      mediaIds: papers.map(({ uid }) => idOf(`picture ${uid}`)),
      queue: queueOf(name, issued),
    });
  return (
    <EntryForm<PaperForm, PaperForm>
      level={level}
      screen="paper-create"
      back={{ screen: 'record' }}
      submitLabel={t('common.save')}
      success="paper.saved"
      initial={() => EMPTY}
      parse={paperDraft}
      check={(form) => checkPaper(form, uploads)}
      canSave={() => !uploads.isBusy}
      save={save}
      onSaved={() => replaceScreen(navigation, { screen: 'record' })}
    >
      {(fields) => (
        <>
          <TextField
            id={fields.idOf('name')}
            label={t('paper.name')}
            hint={t('paper.name.hint')}
            maxLength={200}
            value={fields.form.name}
            error={fields.errorOf('name')}
            onChange={(name) => fields.change((before) => ({ ...before, name }))}
          />
          <PapersField {...fields} label={t('paper.pictures')} hint={t('paper.pictures.hint')} uploads={uploads} />
        </>
      )}
    </EntryForm>
  );
}
