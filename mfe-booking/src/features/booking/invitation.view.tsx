import { useHost } from '@phr/module-kit/host';
import { replaceScreen } from '@phr/module-kit/screens';
import { LoadingRegion } from '@phr/ui/loading-region';
import { Notice } from '@phr/ui/notice';
import { Skeleton } from '@phr/ui/skeleton';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { chosenRole, chosenService } from '../directory/chosen.model.ts';
import { openStep, withRole, withService } from './booking-draft.model.ts';
import type { Booking } from './booking-step.view.tsx';
import { useInvitation } from './invitation.api.ts';
import { isOfNetwork } from './needs-network.view.tsx';

/**
 * Applies the service and schedule codes in the URL as choices and continues with the next step. Renders nothing
 * without codes.
 */
export function Invitation({ change }: Pick<Booking, 'change'>) {
  const { t } = useTranslation();
  const { navigation } = useHost();
  const [search] = useSearchParams();
  const { data, error, isEnabled } = useInvitation(search.get('healthcareCode'), search.get('scheduleCode'));
  useEffect(() => {
    if (data === undefined) return;
    change((before) => {
      const draft = withService(before, chosenService(data.service));
      const made = data.role === undefined ? draft : withRole(draft, chosenRole(data.role));
      replaceScreen(navigation, { screen: openStep(made) });
      return made;
    });
    // once for an invitation: `change` is new at each render
    // oxlint-disable-next-line react/exhaustive-deps
  }, [data]);
  if (!isEnabled) return null;
  // the list below shows its own offline message
  if (isOfNetwork(error)) return null;
  if (error !== null)
    return (
      <Notice type="warning" announce="status" title={t('book.invitationOver')}>
        {t('book.invitationOver.help')}
      </Notice>
    );
  return (
    <LoadingRegion thing={t('book.invitation').toLowerCase()}>
      <Skeleton height={56} />
    </LoadingRegion>
  );
}
