import { Spinner } from '@phr/ui/spinner';
import { useEffect, useState } from 'react';
import { ENTRY } from '../../services/account/arrival.ts';
import { useShell } from '../../core/shell.tsx';
import { useT } from '../../core/texts.tsx';
import { localStore, tabStore } from '../../services/host/storage.ts';
import { isCode } from '../../services/account/sign-up-params.ts';

/** This session's campaign, as its path: no personal data (D-07). */
const CAMPAIGN = 'phr.utm';

/** A partner's entry: stored as the path to return to, then leads to sign-in. */
export function PartnerScreen() {
  const t = useT();
  const { navigation, routes } = useShell();
  // the link as it came: the URL changes at once
  const [partner] = useState(() => routes.get().find(navigation.location.get().pathname)?.params['partner']);
  useEffect(() => {
    if (isCode(partner)) localStore.set(ENTRY, `/partner/${partner}`);
    navigation.replace('/signin');
  }, [partner, navigation]);
  return <Spinner label={t('screen.utm')} />;
}

/** A campaign link: its up to six parts are stored for the session, then the dashboard or sign-in opens. */
export function UtmScreen() {
  const t = useT();
  const { navigation } = useShell();
  const [path] = useState(() => navigation.location.get().pathname);
  useEffect(() => {
    tabStore.set(CAMPAIGN, path);
    navigation.replace('/');
  }, [path, navigation]);
  return <Spinner label={t('screen.utm')} />;
}
