import type { ScreenPlace } from '@phr/contract/screens';
import { Actions, Page } from '@phr/ui/page';
import { PageHeader } from '@phr/ui/page-header';
import { createContext, type ReactNode, use, useEffect, useRef, useState } from 'react';
import { useHost } from './host.tsx';
import { Preparations, PrintButton } from './print-button.tsx';
import { PrintHead } from './print-head.tsx';
import { goBack, hrefOf } from './screens.tsx';

/** What stands on a screen below its heading, said by what it is part of. */
export const ScreenNotice = createContext<ReactNode>(undefined);

/** Where the way back leads from here: to the screen that is asked for, unless this part of the page has another rule. */
export const WayBack = createContext((place: ScreenPlace): ScreenPlace => place);

interface ScreenProps {
  /** Translated, without names or values: it becomes the page title. */
  readonly title: string;
  /** What is on the screen in words of the record, such as the name of a report: the heading where it is known. */
  readonly heading?: string | undefined;
  /** What the menu calls the screen where that is another word than its title. */
  readonly menuWord?: string;
  readonly headingLevel?: number;
  /** The screen one step up, for who came from nowhere; without it there is no way back here. */
  readonly back?: ScreenPlace;
  readonly actions?: ReactNode;
  /** A list or report that people take along on paper: a button prints it whole. */
  readonly printable?: boolean;
  readonly children: ReactNode;
}

/** One screen of a module: its heading, the way back, and the news to the host that it is on the page. */
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
