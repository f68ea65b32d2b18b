import { screen } from '@testing-library/dom';
import userEvent from '@testing-library/user-event';

/**
 * Opens an encounter's section by its heading, like a user.
 * @throws if there is none
 */
export async function section(name: RegExp): Promise<HTMLElement> {
  const heading = await screen.findByRole('heading', { name });
  const details = heading.closest('details');
  if (!details) throw new Error('not a section');
  if (!details.open) await userEvent.click(heading);
  return details;
}
