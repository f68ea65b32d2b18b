import { openScreen } from '@phr/module-kit/screens';
import { comparePerson } from '@phr/fhir/import-person';
import { useHost, usePatient } from '@phr/module-kit/host';
import { Screen } from '@phr/module-kit/screen';
import { dayOf, deviceZone } from '@phr/time/zone';
import { Button } from '@phr/ui/button';
import { FieldFrame } from '@phr/ui/field';
import { formColumn } from '@phr/ui/field-group';
import { Notice } from '@phr/ui/notice';
import { PersonFor } from '@phr/ui/person-for';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FileInput } from '../record/file-input.view.tsx';
import { EarlierImports, UndoButton } from './earlier-imports.view.tsx';
import { ReadingsToConfirm, Contents } from './import-contents.view.tsx';
import { keyOf, readGlucoseFile, type ImportedFile, type Reading } from './import-file.model.ts';
import { Questions, WhoseFile } from './import-questions.view.tsx';
import { useChosenFile, type ChosenFile } from './use-chosen-file.ts';
import { useImport, type Progress } from './use-import.ts';
import { useKnownReadings } from './use-known-readings.ts';

/** Reads a glucose meter's file, previews it, and stores its readings as the patient's. */
export function GlucoseImport({ headingLevel }: { readonly headingLevel: number }) {
  const { t } = useTranslation();
  const { viewed: patient } = usePatient();
  const [how, setHow] = useState<Reading>(() => ({ zone: deviceZone(), now: Date.now() }));
  const { file: chosen, unread, choose } = useChosenFile();
  const { progress, save, reset } = useImport(how.zone, how.now);
  const read = useMemo(() => (chosen === undefined ? undefined : readGlucoseFile(chosen.text, how)), [chosen, how]);
  const refused = unread ?? (read?.ok === false ? read.fault : undefined);
  return (
    <Screen title={t('import.title')} headingLevel={headingLevel} back={{ screen: 'bg-board' }}>
      <div className={formColumn}>
        {patient !== undefined && <PersonFor name={patient.name} relationship={patient.relationship} />}
        <FieldFrame label={t('import.file')} hint={t('import.hint')} error={refused && t(`import.refused.${refused}`)}>
          {(control) => (
            <FileInput
              control={control}
              accept=".csv,.txt,.json,text/csv,application/json"
              onChoose={([file]) => {
                reset();
                setHow(({ zone, now }) => ({ zone, now }));
                void choose(file);
              }}
            />
          )}
        </FieldFrame>
        {progress.step === 'done' ? (
          <Done progress={progress} fileName={chosen?.fileName ?? ''} zone={how.zone} />
        ) : (
          read?.ok === true &&
          chosen !== undefined && (
            <Preview
              key={chosen.key}
              file={read.file}
              chosen={chosen}
              how={how}
              onSay={(said) => setHow((before) => ({ ...before, ...said }))}
              progress={progress}
              save={save}
            />
          )
        )}
        <EarlierImports level={headingLevel + 1} zone={how.zone} />
      </div>
    </Screen>
  );
}

interface PreviewProps {
  readonly file: ImportedFile;
  readonly chosen: ChosenFile;
  readonly how: Reading;
  readonly onSay: (said: Partial<Reading>) => void;
  readonly progress: Progress;
  readonly save: ReturnType<typeof useImport>['save'];
}

/** Preview of a file, and questions about it, before anything is stored. */
function Preview({ file, chosen, how, onSay, progress, save }: PreviewProps) {
  const { t } = useTranslation();
  const { viewed: patient } = usePatient();
  const [wanted, setWanted] = useState<ReadonlySet<number>>(new Set());
  const [isConfirmed, setIsConfirmed] = useState(false);
  const all = [
    ...file.readings,
    ...file.asked.flatMap(({ line, reading }) => (wanted.has(line) ? [reading] : [])),
  ].sort((a, b) => a.at - b.at);
  const known = useKnownReadings(all, how.zone);
  const fresh = all.filter((reading) => !known.has(keyOf(reading)));
  const check = comparePerson(file.person, patient ?? {});
  const mayGo = check.verdict === 'none' || check.verdict === 'same' || (check.verdict === 'ask' && isConfirmed);
  const saveKey = check.verdict === 'none' ? 'import.saveFor' : 'import.save';
  return (
    <>
      <Questions file={file} how={how} onSay={onSay} />
      <Contents file={file} fresh={fresh} inRecord={all.length - fresh.length} zone={how.zone} />
      <ReadingsToConfirm
        asked={file.asked}
        wanted={wanted}
        zone={how.zone}
        onWant={(line, isWanted) =>
          setWanted((before) => new Set(isWanted ? [...before, line] : [...before].filter((one) => one !== line)))
        }
      />
      {patient !== undefined && (
        <WhoseFile
          check={check}
          person={file.person}
          record={patient}
          isConfirmed={isConfirmed}
          onConfirm={setIsConfirmed}
        />
      )}
      {progress.step === 'saving' && (
        <p role="status">{t('import.progress', { n: progress.saved, total: fresh.length })}</p>
      )}
      {progress.step === 'failed' && (
        <Notice type="error" announce="alert" title={t('import.failed')}>
          {progress.message}
        </Notice>
      )}
      {mayGo && fresh.length > 0 && (
        <Button variant="primary" wide busy={progress.step === 'saving'} onClick={() => void save(fresh, chosen)}>
          {t(saveKey, { count: fresh.length, name: patient?.name ?? '' })}
        </Button>
      )}
    </>
  );
}

interface DoneProps {
  readonly progress: Extract<Progress, { readonly step: 'done' }>;
  readonly fileName: string;
  readonly zone: string;
}

/** End of an import: link to the readings, and back. */
function Done({ progress: { importId, count, last }, fileName, zone }: DoneProps) {
  const { t } = useTranslation();
  const { navigation } = useHost();
  return (
    <Notice type="success" announce="status" title={t('import.done', { count })}>
      <Button
        variant="primary"
        onClick={() => openScreen(navigation, { screen: 'bg-board', params: { range: '14d', at: dayOf(last, zone) } })}
      >
        {t('import.look')}
      </Button>
      <UndoButton importId={importId} fileName={fileName} />
    </Notice>
  );
}
