import type { ScreenPlace } from '@phr/contract/screens';
import { Actions, Page } from '@phr/ui/page';
import { PageHeader } from '@phr/ui/page-header';
import { createContext, type ReactNode, use, useEffect, useRef, useState } from 'react';
import { useHost } from './host.tsx';
import { Preparations, PrintButton } from './print-button.tsx';
import { PrintHead } from './print-head.tsx';
import { goBack, hrefOf } from './screens.tsx';

/** Notice below a screen's heading, provided by its surroundings. */
export const ScreenNotice = createContext<ReactNode>(undefined);

/** Back target: the given screen, unless the surroundings override it. */
export const WayBack = createContext((place: ScreenPlace): ScreenPlace => place);

interface ScreenProps {
  /** Translated, without names or values: becomes the page title. */
  readonly title: string;
  /** Heading naming the content, such as a report, once known. */
  readonly heading?: string | undefined;
  /** The screen's name in the menu, if not its title. */
  readonly menuWord?: string;
  readonly headingLevel?: number;
  /** Parent screen, used if there is no previous entry; without it there is no back button. */
  readonly back?: ScreenPlace;
  readonly actions?: ReactNode;
  /** Adds a button that prints the whole list or report. */
  readonly printable?: boolean;
  readonly children: ReactNode;
}

/** Frame of a module's screen: heading, back button, and announcement to the host. */
export function Screen({
  title,
  heading: words = title,
  menuWord,
  headingLevel = 1,
  back,
  actions,
  printable = false,
  children,
}: ScreenProps) {
  const { navigation } = useHost();
  const wayBack = use(WayBack);
  const heading = useRef<HTMLHeadingElement>(null);
  const [preparations] = useState(() => new Set<() => Promise<unknown>>());
  useEffect(() => navigation.screenShown({ title, heading: heading.current }), [navigation, title]);
  return (
    <Page>
      <PrintHead />
      <PageHeader
        title={words}
        level={headingLevel}
        headingRef={heading}
        note={menuWord}
        actions={actions}
        {...(back !== undefined && {
          backHref: hrefOf(navigation, wayBack(back)),
          onBack: () => goBack(navigation, wayBack(back)),
          backTitle: navigation.previous?.get()?.title,
        })}
      />
      {use(ScreenNotice)}
      <Preparations value={preparations}>
        {children}
        {printable && (
          <div data-print="hide">
            <Actions>
              <PrintButton />
            </Actions>
          </div>
        )}
      </Preparations>
    </Page>
  );
}
