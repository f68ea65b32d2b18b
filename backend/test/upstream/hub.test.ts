import './records-upstream.ts';
import '../hub.test.ts';
