//! protocol loop: reads one observation per line, writes one decision per line; you should
//! not need to edit this. The strategy is in strategy.rs.

mod contract;
mod protocol;
mod strategy;

use std::io;
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut strategy = strategy::Strategy::default();
    let decide = |observation: &contract::Observation| strategy.decide(observation);
    match protocol::run(io::stdin().lock(), io::stdout().lock(), decide) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("agent: {failure}");
            ExitCode::FAILURE
        }
    }
}
