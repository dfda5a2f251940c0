import { mount } from 'svelte';
import App from './App.svelte';
import './app.css';
import { keepOffline } from './offline/offline.ts';

mount(App, { target: document.body });
void keepOffline();
