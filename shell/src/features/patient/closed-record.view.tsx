import { ErrorCard } from '@phr/ui/error-card';
import { LinkButton } from '@phr/ui/link-button';
import { Notice } from '@phr/ui/notice';
import type { Route } from '../../core/routes.ts';
import { Screen } from '../../core/screen.tsx';
import { useShell, useStore } from '../../core/shell.tsx';
import { useT } from '../../core/texts.tsx';
import { useTitles } from '../../core/titles.ts';

/** A link into an inaccessible record, or one whose accessibility is unknown as the family could not be read (D-07). */
export function ClosedRecordScreen({ route }: { readonly route: Route }) {
  const t = useT();
  const titleOf = useTitles();
  const { patients } = useShell();
  const { family } = useStore(patients.state);
  return (
    <Screen title={titleOf(route.screen) ?? t('app.shortName')}>
      {family === 'failed' ? (
        <ErrorCard level={2} thing={t('patient.loadingThing')} code="FAMILY" onRetry={() => patients.reload()} />
      ) : (
        <Notice
          type="error"
          announce="alert"
          title={t('error.accessRestricted')}
          action={<LinkButton href="/family">{t('screen.family')}</LinkButton>}
        >
          {t('link.restricted')}
        </Notice>
      )}
    </Screen>
  );
}
