import { useHost, usePatient } from '@phr/module-kit/host';
import { Button } from '@phr/ui/button';
import { ConfirmDialog } from '@phr/ui/confirm-dialog';
import { formatInstant } from '@phr/ui/format';
import { Heading } from '@phr/ui/heading';
import { useUi } from '@phr/ui/ui-text';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import css from '../record/record-form.module.css';
import { fetchImports, type EarlierImport } from './imports.api.ts';
import { importsKey, useUndo } from './use-import.ts';

/** Earlier imports into the record, each with undo. */
export function EarlierImports({ level, zone }: { readonly level: number; readonly zone: string }) {
  const { t } = useTranslation();
  const { request } = useHost();
  const patientId = usePatient().viewed?.id;
  const { data = [] } = useQuery({
    queryKey: importsKey(patientId),
    enabled: patientId !== undefined,
    queryFn: ({ signal }) => fetchImports(request, patientId ?? '', signal),
  });
  if (data.length === 0) return null;
  return (
    <section aria-label={t('import.earlier')}>
      <Heading level={level}>{t('import.earlier')}</Heading>
      <ul className={css.imports}>
        {data.map((one) => (
          <Earlier key={one.id} of={one} zone={zone} />
        ))}
      </ul>
    </section>
  );
}

function Earlier({ of: { id, at, fileName, by }, zone }: { readonly of: EarlierImport; readonly zone: string }) {
  const { locale } = useUi();
  const time = formatInstant(Date.parse(at), locale, zone);
  return (
    <li>
      <p>{[fileName, time, by].filter((part) => part !== undefined).join(' · ')}</p>
      <UndoButton importId={id} fileName={fileName} />
    </li>
  );
}

/** Undoes an import after confirmation, and shows the result. */
export function UndoButton({ importId, fileName }: { readonly importId: string; readonly fileName: string }) {
  const { t } = useTranslation();
  const { undo, isBusy, undone } = useUndo(importId);
  const [isAsking, setIsAsking] = useState(false);
  if (undone !== undefined)
    return (
      <p role="status">
        {t('import.undone', { count: undone.deleted })}
        {undone.kept > 0 && ` ${t('import.kept', { count: undone.kept })}`}
      </p>
    );
  return (
    <>
      <Button busy={isBusy} onClick={() => setIsAsking(true)}>
        {t('import.undo')}
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={t('import.undoAsk', { name: fileName })}
        confirmLabel={t('import.undoYes')}
        danger
        onConfirm={() => {
          setIsAsking(false);
          void undo();
        }}
        onCancel={() => setIsAsking(false)}
      >
        <p>{t('import.undoHint')}</p>
      </ConfirmDialog>
    </>
  );
}
