// The toolkit comes first: it reads the theme when the window has loaded.
import '../shared/toolkit';
import '../shared/theme.css';
import './audit.css';
import './sections.css';
import { render } from 'preact';
import { App } from './app';

const root = document.getElementById('root');
if (root !== null) render(<App />, root);
