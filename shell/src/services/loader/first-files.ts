// Must be the first import with side effects: running the main script takes a slow phone a while, and meanwhile the
// network is idle.
import { fetchOwnFiles } from './named-files.ts';

fetchOwnFiles();
