import './policy.ts';
import './page.css';
import { fetchNamedFiles } from './app/files-ahead.ts';
import { start } from './app/start.tsx';

fetchNamedFiles();
void start();
