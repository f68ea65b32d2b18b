import { formatDate } from '@phr/fhir/dates';
import { useHost } from '@phr/module-kit/host';
import { RecordRow } from '@phr/module-kit/record-row';
import { hrefOf } from '@phr/module-kit/screens';
import { Button } from '@phr/ui/button';
import { LinkButton } from '@phr/ui/link-button';
import { useTranslation } from 'react-i18next';
import type { Encounter } from '../encounters/encounter.entity.ts';
import { statusOf } from '../described/described.model.ts';
import { viewerOf } from '../reports/viewer.model.ts';
import { EncounterSection } from './encounter-section.view.tsx';
import { usePapers } from './sections.api.ts';
import type { Paper } from './sections.entity.ts';
import { useFileAddresses } from './use-file-addresses.ts';

/** Reports and documents of the encounter; stored files open in their viewer, by name (ENC-11). */
export function PapersSection({ encounter, level }: { readonly encounter: Encounter; readonly level: number }) {
  return (
    <EncounterSection name="medicalReports" list={usePapers(encounter.id)} level={level}>
      {(paper) => <PaperRow paper={paper} />}
    </EncounterSection>
  );
}

function PaperRow({ paper: { title, date, key, contentType, ...stated } }: { readonly paper: Paper }) {
  const { t } = useTranslation();
  const { navigation } = useHost();
  const viewer = viewerOf(contentType);
  const { known, failed, retry } = useFileAddresses(key === undefined ? [] : [key]);
  const address = known?.[key ?? ''];
  // A document without file, or with a file missing from storage.
  const isMissing = key === undefined || (known !== undefined && address === undefined);
  const name = title ?? t('enc.noName');
  return (
    <RecordRow
      title={name}
      badge={statusOf(stated)}
      lines={[formatDate(date), isMissing ? t('upload.notUploaded') : failed ? t('upload.downloadError') : undefined]}
      links={
        address === undefined ? (
          failed ? (
            <Button dense onClick={retry} aria-label={`${t('common.retry')}: ${name}`}>
              {t('common.retry')}
            </Button>
          ) : undefined
        ) : viewer !== undefined && key !== undefined ? (
          <LinkButton
            dense
            href={hrefOf(navigation, { screen: viewer, params: { url: key, name } })}
            aria-label={t('file.open', { name })}
          >
            {t('file.openShort')}
          </LinkButton>
        ) : (
          <LinkButton
            dense
            href={address}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={`${t('file.open', { name })} ${t('nav.newWindow')}`}
          >
            {t('file.openShort')}
          </LinkButton>
        )
      }
    />
  );
}
