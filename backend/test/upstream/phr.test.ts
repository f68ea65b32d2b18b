import './records-upstream.ts';
import '../phr.test.ts';
