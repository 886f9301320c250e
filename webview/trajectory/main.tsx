import { render } from 'preact';
import '../shared/theme.css';
import './trajectory.css';
import { App } from './app';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no root.');
render(<App />, root);
