import './records-upstream.ts';
import '../inbox.test.ts';
