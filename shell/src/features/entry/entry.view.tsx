import { Spinner } from '@phr/ui/spinner';
import { useEffect } from 'react';
import { useShell, useStore } from '../../app/shell.tsx';
import { useT } from '../../app/texts.tsx';
import { localStore, tabStore } from '../../host/storage.ts';
import { isCode } from '../account/sign-up-params.ts';

/** Where this browser comes back to after sign-out (NAV-35). */
const ENTRY = 'phr.entry';
/** The campaign of this session, as the path by which it came: no personal data (D-07). */
const CAMPAIGN = 'phr.utm';

const useParams = (): Readonly<Record<string, string>> => {
  const { routes, navigation } = useShell();
  return useStore(routes).find(useStore(navigation.location).pathname)?.params ?? {};
};

/** A partner's entry: remembered as the place to come back to, then sign-in. */
export function PartnerScreen() {
  const t = useT();
  const { navigation } = useShell();
  const { partner } = useParams();
  useEffect(() => {
    if (isCode(partner)) localStore.set(ENTRY, `/partner/${partner}`);
    navigation.replace('/signin');
  }, [partner, navigation]);
  return <Spinner label={t('screen.utm')} />;
}

/** A campaign's link: its up to six parts are kept for the session, then the dashboard or sign-in opens. */
export function UtmScreen() {
  const t = useT();
  const { navigation } = useShell();
  const { pathname } = useStore(navigation.location);
  useEffect(() => {
    tabStore.set(CAMPAIGN, pathname);
    navigation.replace('/');
  }, [pathname, navigation]);
  return <Spinner label={t('screen.utm')} />;
}
