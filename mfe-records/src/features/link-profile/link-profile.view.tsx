import { errorNotice } from '@phr/http/error-notice';
import { useHost } from '@phr/module-kit/host';
import { ListSection } from '@phr/module-kit/list-section';
import { RecordRow } from '@phr/module-kit/record-row';
import { Screen } from '@phr/module-kit/screen';
import { Button } from '@phr/ui/button';
import { ConfirmDialog } from '@phr/ui/confirm-dialog';
import { EmptyState } from '@phr/ui/empty-state';
import { formatMoment } from '@phr/ui/format';
import { IconAdd, IconLink } from '@phr/ui/icons';
import { LinkButton } from '@phr/ui/link-button';
import { Notice } from '@phr/ui/notice';
import { useUi } from '@phr/ui/ui-text';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ScreenProps } from '../../views/screen-props.ts';
import { AccessCodeDialog } from './access-code-dialog.view.tsx';
import { removeLink, useLinkRequests } from './link-profile.api.ts';
import type { LinkRequest } from './link-request.ts';
import { isRemovable, linkBadge, takesCode } from './link-status.ts';
import { LinkedRecords } from './linked-record.view.tsx';
import { SelfOnly } from './self-only.view.tsx';
import { useOwnProfile } from './use-own-profile.ts';

/** Requests to link the records of hospitals to one's own profile, and what is linked. */
export function LinkProfileView({ level }: ScreenProps) {
  const { t } = useTranslation();
  const { navigation } = useHost();
  const isOwn = useOwnProfile();
  const list = useLinkRequests(isOwn);
  const create = <LinkButton icon={IconAdd} variant="primary" href={navigation.hrefOf('link-profile-create')}>{t('link.create')}</LinkButton>;
  if (!isOwn) return <Screen title={t('screen.link-profile')} headingLevel={level} back="/profile"><SelfOnly /></Screen>;
  return (
    <Screen title={t('screen.link-profile')} headingLevel={level} back="/profile" actions={list.rows.length > 0 ? create : undefined}>
      <ListSection
        list={list} label={t('link.requests')} thing={t('link.requests').toLowerCase()} level={level + 1}
        empty={<EmptyState icon={IconLink} title={t('empty.linkRequests')} help={t('link.help')} action={create} />}
      >
        {(link) => <LinkRow link={link} />}
      </ListSection>
      <LinkedRecords level={level + 1} />
    </Screen>
  );
}

function LinkRow({ link }: { readonly link: LinkRequest }) {
  const { t } = useTranslation();
  const { locale } = useUi();
  const { request, notify } = useHost();
  const queries = useQueryClient();
  const [asks, setAsks] = useState<'code' | 'removal'>();
  const [removal, setRemoval] = useState<{ readonly isBusy: boolean; readonly error?: string }>({ isBusy: false });
  const [removalKey] = useState(() => crypto.randomUUID());
  const provider = link.provider ?? t('enc.providerUnknown');
  const badge = linkBadge(link.status);
  const hasCode = takesCode(link.status);
  const canRemove = isRemovable(link.status);

  /** What a link opens or closes is read again: the requests, the patient, the records (LINK-07, LINK-08). */
  function changed(key: string) {
    setAsks(undefined);
    notify.show({ type: 'success', title: t(key) });
    void queries.invalidateQueries();
  }

  async function remove() {
    setRemoval({ isBusy: true });
    try {
      await removeLink(request, link.id, removalKey);
    } catch (error) {
      const notice = errorNotice(error, t);
      setRemoval({ isBusy: false, error: notice.title });
      notify.show(notice);
      return;
    }
    setRemoval({ isBusy: false });
    changed('link.removed');
  }

  const facts: readonly (readonly [string, string | undefined])[] = [
    ['link.medicalId', link.medicalId], ['link.examCode', link.examCode], ['link.insuranceCard', link.insuranceCardNumber], ['link.requestCode', link.requestCode],
    ['link.lastUpdate', link.lastModified && formatMoment(link.lastModified, locale)],
  ];
  return (
    <>
      <RecordRow
        title={provider}
        lines={facts.flatMap(([key, value]) => (value === undefined ? [] : [`${t(key)}: ${value}`]))}
        badge={badge && { words: t(badge.key), tone: badge.tone }}
        {...((hasCode || canRemove) && {
          links: (
            <>
              {hasCode && <Button dense variant="primary" aria-label={`${t('link.enterCode')}: ${provider}`} onClick={() => setAsks('code')}>{t('link.enterCode')}</Button>}
              {canRemove && <Button dense aria-label={`${t('link.remove')}: ${provider}`} onClick={() => setAsks('removal')}>{t('link.remove')}</Button>}
            </>
          ),
        })}
      />
      {asks === 'code' && (
        <AccessCodeDialog
          link={link} onClose={() => setAsks(undefined)}
          onProved={() => changed('link.done')}
        />
      )}
      {asks === 'removal' && (
        <ConfirmDialog
          open danger busy={removal.isBusy} title={t('link.removeConfirm', { provider })} confirmLabel={t('link.remove')} cancelLabel={t('link.keep')}
          onCancel={() => setAsks(undefined)} onConfirm={() => void remove()}
        >
          <p>{t('link.removeHelp')}</p>
          {removal.error !== undefined && <Notice type="error" announce="alert">{removal.error}</Notice>}
        </ConfirmDialog>
      )}
    </>
  );
}
